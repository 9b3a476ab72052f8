// What Python sees of hidden hands; each is called once, when the module is made.

#pragma once

#include <nanobind/nanobind.h>

namespace crew::hidden {

void bind_dealing(nanobind::module_& module);
void bind_tasks(nanobind::module_& module);
void bind_search(nanobind::module_& module);

}  // namespace crew::hidden
