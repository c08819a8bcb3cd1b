/**
 * Whether the focused element is gone or disabled. If not, the focus must stay: the operator may be writing elsewhere.
 */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement.matches('body, :disabled')
}
