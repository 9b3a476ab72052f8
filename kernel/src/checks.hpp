// Arguments are checked once, where they come in; all else trusts them.

#pragma once

#include "deal.hpp"
#include "formula.hpp"

namespace crew {

constexpr int version = 6;  // of the functions and the decisions they make

// What is wrong with a deal, in words; nullptr if nothing is.
const char* fault_of(const Deal& deal);
const char* fault_of(const Dealt& deal);

}  // namespace crew
