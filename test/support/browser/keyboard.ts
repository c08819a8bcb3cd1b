import type { Page } from 'playwright-core'

/**
 * Presses keys one after the other, without waiting in between for the page to handle them: the application allows
 * 1.2 s between the keys of a shortcut, in which a busy machine may not answer.
 */
export const pressSequence = (page: Page, ...keys: string[]) => Promise.all(keys.map((key) => page.keyboard.press(key)))
