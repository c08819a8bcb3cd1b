/** A sleep that can be ended early. */
export type WakeableSleep = {
  /** Resolves after `ms` milliseconds or on `wake`; at once if `wake` was called since the last sleep. */
  sleep: (ms: number) => Promise<void>
  wake: () => void
}

/** Creates a sleep for one loop: only one call at a time. */
export function createWakeableSleep(): WakeableSleep {
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
