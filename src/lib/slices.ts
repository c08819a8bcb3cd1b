/** Consecutive parts of a list, each of this length except the last, which may be shorter. */
export const slices = <T>(all: readonly T[], length: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / length) }, (_, index) => all.slice(index * length, (index + 1) * length))
