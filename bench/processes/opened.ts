/** What was opened, to be closed again in the opposite order. */
export type Opened = AsyncDisposable & { use: <One extends AsyncDisposable>(one: One) => One }

/** Nothing opened yet. Node 20 has no AsyncDisposableStack. */
export function createOpened(): Opened {
  const all: AsyncDisposable[] = []
  return {
    use(one) {
      all.push(one)
      return one
    },
    async [Symbol.asyncDispose]() {
      for (const one of all.toReversed()) await one[Symbol.asyncDispose]()
    },
  }
}
