/** Ref that focuses an element when it appears, in place of a control that is gone. */
export const focusOnMount = (element: HTMLElement | null): void => {
  element?.focus({ preventScroll: true })
}
