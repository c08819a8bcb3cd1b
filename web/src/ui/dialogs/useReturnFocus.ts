import { useLayoutEffect } from 'react'
import { isFocusLost, returnFocus, SETTLE_MS } from '../focus.ts'

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
        if (isFocusLost() || document.activeElement === focusedAtClose) returnFocus(opener)
      }, SETTLE_MS)
    }
  }, [opened])
}
