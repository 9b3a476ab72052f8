// What Python sees of the sampler, to compare it with its twin.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>
#include <utility>

#include "checks.hpp"
#include "module.hpp"

namespace nb = nanobind;

namespace crew::hidden {

namespace {

using Halves = std::pair<Word, Word>;  // of two words, the low one first

void check(const char* fault) {
    if (fault) throw std::invalid_argument(fault);
}

// The number of deals that fit, and random ones: a hand a player, that of `me` empty.
std::tuple<Word, Word, std::vector<Masks>> fitting_deals(int me, Word unseen, const Numbers& sizes, const Masks& known,
                                                         const Masks& cannot, Word seed, int number) {
    std::optional<Fitting> fitting;
    check(read({me, unseen, sizes, known, cannot}, fitting));
    Generator generator{seed};
    std::vector<Masks> deals;
    for (int k = 0; k < number && fitting->count(); ++k) {
        deals.emplace_back(sizes.size());
        fitting->sample(generator, deals.back().data());
    }
    return {low(fitting->count()), high(fitting->count()), deals};
}

std::vector<Halves> drawn(Word seed, const std::vector<Halves>& given) {
    std::vector<TwoWords> bounds, numbers;
    for (const auto& [low, high] : given) bounds.push_back(static_cast<TwoWords>(high) << 64 | low);
    check(draw(seed, bounds, numbers));
    std::vector<Halves> made;
    for (const TwoWords number : numbers) made.emplace_back(low(number), high(number));
    return made;
}

}  // namespace

void bind_dealing(nb::module_& module) {
    module.def("fitting_deals", &fitting_deals);
    module.def("drawn", &drawn);
}

}  // namespace crew::hidden
