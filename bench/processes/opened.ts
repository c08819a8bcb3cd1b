/** Resources that are disposed of in reverse order. */
export type Opened = AsyncDisposable & { use: <One extends AsyncDisposable>(one: One) => One }

/** Creates an empty stack of resources. Node 20 has no AsyncDisposableStack. */
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
