/** A pause that can be ended from outside. */
export type Nap = {
  /** Ends after this many milliseconds, or when woken; at once if that happened since the last sleep. */
  sleep: (ms: number) => Promise<void>
  wake: () => void
}

/** Creates a pause for one loop: only one sleep at a time. */
export function createWakeableSleep(): Nap {
  let isWoken = false
  let end: () => void = () => undefined
  return {
    async sleep(ms) {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      isWoken = false
    },
    wake() {
      isWoken = true
      end()
    },
  }
}
