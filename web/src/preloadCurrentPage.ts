import { type AnyRouter } from '@tanstack/react-router'

/** Loads the code of the current page while the session is still being requested. */
export function preloadCurrentPage({ getMatchedRoutes, latestLocation }: AnyRouter): void {
  const [routes] = getMatchedRoutes(latestLocation.pathname)
  for (const { options } of routes) {
    // The router reports a failure when it loads the page.
    void options.component?.preload?.()?.catch(() => undefined)
  }
}
