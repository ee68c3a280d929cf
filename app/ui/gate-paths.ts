// This module imports nothing, because the build reads it too.

/** The gates of the portal's mark, in a view box of 320 × 240: the outer gate, and the gates inside it. */
export const GATE = {
  outer: "M8 240v-80a152 152 0 0 1 304 0v80",
  inner: "M40 240v-80a120 120 0 0 1 240 0v80M72 240v-80a88 88 0 0 1 176 0v80",
} as const;
