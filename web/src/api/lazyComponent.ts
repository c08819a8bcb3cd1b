import { type ComponentType, lazy } from 'react'
import { isServerAway } from './client/connectionState.ts'

const RETRY_MS = 2_000
const RELOADED = 'vigia.reloaded'
const MIN_RELOAD_INTERVAL_MS = 60_000

/**
 * Component whose code is loaded when it is first shown. While the server is unreachable, loading waits without
 * unmounting the page around the component. If loading still fails, the page is reloaded once the server responds:
 * browsers do not retry a failed module, and after an update its file may be gone.
 */
export const lazyComponent = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    if (isServerAway()) await untilServerAnswers()
    try {
      return { default: await load() }
    } catch (error) {
      await untilServerAnswers()
      if (!reloadPage()) throw error
      return new Promise<never>(() => undefined)
    }
  })

async function untilServerAnswers() {
  while (!(await doesServerAnswer())) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
}

const doesServerAnswer = () =>
  fetch('/livez', { method: 'HEAD' }).then(
    () => true,
    () => false,
  )

/** Reloads the page, unless it was just reloaded. Returns whether it did. */
function reloadPage(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED))
  if (Date.now() - last < MIN_RELOAD_INTERVAL_MS) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return true
}
