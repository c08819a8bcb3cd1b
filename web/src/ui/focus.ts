import type { MutationCache } from '@tanstack/react-query'

/** Delay in milliseconds, after which a closing element has released the focus and another may have taken it. */
export const SETTLE_MS = 30

/** Whether the focused element is gone or disabled. If not, the focus must stay: the operator may be writing elsewhere. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement.matches('body, :disabled')
}

/** Focuses an element in place of one that is gone or disabled. */
export function focusIfLost(element: HTMLElement | null): void {
  if (isFocusLost()) element?.focus()
}

/** Returns the focus to an element, or to the content of the page if it is gone. */
export function returnFocus(opener: Element | null): void {
  const canReturn = opener instanceof HTMLElement && opener.isConnected && !opener.matches('body, :disabled')
  const target = canReturn ? opener : document.querySelector<HTMLElement>('#content')
  target?.focus({ preventScroll: true })
}

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
