/** Longest wait in milliseconds while the page is visible: a server that is back is found within this time. */
const MAX_WAIT_MS = 3_000
const MAX_WAIT_HIDDEN_MS = 15_000
const INITIAL_WAIT_MS = 500

/** Exponential backoff with jitter, so that not all clients reconnect at once. */
export function createBackoff() {
  let cutShort: (() => void) | undefined
  return {
    wait: (attempts: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxWaitMs(attempts) * (0.2 + 0.8 * Math.random()))
        cutShort = () => {
          clearTimeout(timer)
          setTimeout(resolve, INITIAL_WAIT_MS * Math.random())
        }
      }),
    /** Shortens the current wait to at most `FIRST_WAIT_MS`. */
    skipWait: () => {
      cutShort?.()
    },
  }
}

const maxWaitMs = (attempts: number) =>
  Math.min(document.visibilityState === 'hidden' ? MAX_WAIT_HIDDEN_MS : MAX_WAIT_MS, INITIAL_WAIT_MS * 2 ** attempts)
