/** Ref that focuses an element when it appears, e.g. in place of a control that has disappeared. */
export const focusOnMount = (element: HTMLElement | null): void => {
  element?.focus({ preventScroll: true })
}
