// Requests to the WebAssembly module and its replies: numbers in memory. crewsat/web/export/kernel.py writes and reads
// them.

#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "deal.hpp"

#define EXPORTED(name) __attribute__((export_name(name)))

namespace crew::wasm {

inline std::vector<std::int64_t> request;
inline std::vector<std::int32_t> reply;  // how many numbers follow; then the characters of a fault, or 0 and the answer

class Reader {
  public:
    std::int64_t wide() {
        if (at_ < request.size()) return request[at_++];
        whole_ = false;
        return 0;
    }
    Word word() { return static_cast<Word>(wide()); }
    TwoWords two_words() {
        const Word low = word();
        return static_cast<TwoWords>(word()) << 64 | low;
    }
    int number() {
        const std::int64_t value = wide();
        if (value == static_cast<int>(value)) return static_cast<int>(value);
        in_range_ = false;
        return 0;
    }
    std::size_t size() {
        const std::int64_t value = wide();
        if (value >= 0 && value <= static_cast<std::int64_t>(request.size())) return static_cast<std::size_t>(value);
        whole_ = false;
        return 0;
    }
    std::vector<int> numbers() {
        std::vector<int> read(size());
        for (int& one : read) one = number();
        return read;
    }
    std::vector<int> bytes() {
        std::vector<int> read = numbers();
        for (const int one : read) in_range_ &= 0 <= one && one <= 255;
        return read;
    }
    std::vector<std::pair<int, int>> pairs() {
        std::vector<std::pair<int, int>> read(size());
        for (auto& [one, other] : read) one = number(), other = number();
        return read;
    }
    std::vector<Word> words() {
        std::vector<Word> read(size());
        for (Word& one : read) one = word();
        return read;
    }
    const char* fault() const {
        if (!whole_ || at_ != request.size()) return "there must be as many numbers as are read";
        return in_range_ ? nullptr : "numbers must be in the range of their type";
    }

  private:
    std::size_t at_ = 0;
    bool whole_ = true;
    bool in_range_ = true;
};

inline std::int32_t* sent() {
    reply[0] = static_cast<std::int32_t>(reply.size() - 1);
    return reply.data();
}

inline std::int32_t* refused(std::string_view fault) {
    reply = {0};
    reply.insert(reply.end(), fault.begin(), fault.end());
    return sent();
}

inline void begin() { reply = {0, 0}; }

inline void add(std::int64_t wide) {
    reply.push_back(static_cast<std::int32_t>(wide));
    reply.push_back(static_cast<std::int32_t>(wide >> 32));
}

}  // namespace crew::wasm
