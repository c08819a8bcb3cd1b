/** Removes the shell of index.html, which covers the time until the application renders. */
export const removeBootShell = () => document.querySelector('#shell')?.remove()
