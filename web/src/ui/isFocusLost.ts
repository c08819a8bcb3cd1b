/** Whether the element that had the focus is gone or disabled; somebody may be writing elsewhere by now. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement.matches('body, :disabled')
}
