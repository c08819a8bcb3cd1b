import type { MutationCache } from '@tanstack/react-query'
import { returnFocus, SETTLE_MS } from './dialogs/useReturnFocus.ts'
import { isFocusLost } from './isFocusLost.ts'

/**
 * Returns the focus to the button of a failed change: while the change was pending, the button was disabled and lost
 * the focus.
 */
export function keepFocus(changes: MutationCache): void {
  const focused = new WeakMap<object, Element>()
  changes.subscribe((event) => {
    if (event.type !== 'updated') return
    const { mutation, action } = event
    if (action.type === 'pending' && document.activeElement) focused.set(mutation, document.activeElement)
    if (action.type === 'error')
      setTimeout(() => {
        if (isFocusLost()) returnFocus(focused.get(mutation) ?? null)
      }, SETTLE_MS)
  })
}
