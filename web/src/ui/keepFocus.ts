import type { MutationCache } from '@tanstack/react-query'
import { returnFocus, SETTLE_MS } from './dialogs/useReturnFocus.ts'
import { isFocusLost } from './isFocusLost.ts'

/**
 * Returns the focus to the button of the last change if it failed: while the change was pending, the button was disabled
 * and thus without focus. Behind a dialog nothing gets the focus.
 */
export function keepFocus(changes: MutationCache): void {
  let last: { change: object; button: Element } | null = null
  changes.subscribe((event) => {
    if (event.type !== 'updated') return
    const { mutation: change, action } = event
    const { activeElement: button } = document
    if (action.type === 'pending' && button)
      setTimeout(() => {
        if (button.matches(':disabled')) last = { change, button }
      }, SETTLE_MS)
    if (action.type === 'error')
      setTimeout(() => {
        if (last?.change === change && isFocusLost() && isInFront(last.button)) returnFocus(last.button)
      }, 2 * SETTLE_MS)
  })
}

const isInFront = (button: Element): boolean => {
  const dialog = document.querySelector('[role=dialog]')
  return !dialog || dialog.contains(button)
}
