/** While somebody looks, a server that is back is found again within this time. */
const LONGEST_WAIT_MS = 3_000
const LONGEST_WAIT_UNSEEN_MS = 15_000
const FIRST_WAIT_MS = 500

/** How long to wait before the next attempt: longer each time, and by chance, so that not everyone comes back at once. */
export function makePatience() {
  let endEarly: (() => void) | undefined
  return {
    wait: (attempts: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longest(attempts) * (0.2 + 0.8 * Math.random()))
        endEarly = () => {
          clearTimeout(timer)
          setTimeout(resolve, FIRST_WAIT_MS * Math.random())
        }
      }),
    /** Whoever waits at present tries almost at once. */
    end: () => {
      endEarly?.()
    },
  }
}

const longest = (attempts: number) =>
  Math.min(
    document.visibilityState === 'hidden' ? LONGEST_WAIT_UNSEEN_MS : LONGEST_WAIT_MS,
    FIRST_WAIT_MS * 2 ** attempts,
  )
