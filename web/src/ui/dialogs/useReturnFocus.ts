import { useLayoutEffect } from 'react'

/** Delay in milliseconds, after which a closing element has released the focus and another may have taken it. */
export const SETTLE_MS = 30

/**
 * Returns the focus to the previously focused element when a dialog is closed or removed. If that element is gone, the
 * focus goes to the content of the page.
 */
export function useReturnFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      const focusedAtClose = document.activeElement
      setTimeout(() => {
        const { activeElement: focused } = document
        if (!focused || focused === document.body || focused === focusedAtClose) returnFocus(opener)
      }, SETTLE_MS)
    }
  }, [opened])
}

/** Returns the focus to an element, or to the content of the page if it is gone. */
export function returnFocus(opener: Element | null) {
  const canReturn = opener instanceof HTMLElement && opener.isConnected && !opener.matches('body, :disabled')
  const target = canReturn ? opener : document.querySelector<HTMLElement>('#content')
  target?.focus({ preventScroll: true })
}
