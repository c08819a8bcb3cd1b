/** Longest wait while the page is visible: the time within which a server that is back is found. */
const LONGEST_WAIT_MS = 3_000
const LONGEST_WAIT_UNSEEN_MS = 15_000
const FIRST_WAIT_MS = 500

/** Exponential backoff with jitter, so that not all clients reconnect at once. */
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
    /** Cuts the current wait short, to at most `FIRST_WAIT_MS`. */
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
