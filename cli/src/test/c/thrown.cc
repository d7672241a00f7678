// SPDX-License-Identifier: Apache-2.0
// An exception passes through a function without a handler.
#include <cstdio>
#include <stdexcept>

#define KEPT __attribute__((noinline))

namespace thrown {
KEPT void bottom(int depth) {
  if (depth == 0) throw std::runtime_error("end");
  bottom(depth - 1);
  std::puts("");
}
KEPT int after(int value) { return value * 2; }
}  // namespace thrown

int main() {
  try {
    thrown::bottom(2);
  } catch (const std::exception &) {
    return thrown::after(21);
  }
  return 1;
}
