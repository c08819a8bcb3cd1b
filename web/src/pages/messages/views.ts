import { oneOf, present } from '../../ui/list/search.ts'

/** The parts of a message's page, one of which is shown. */
export const views = ['document', 'warnings', 'text', 'attempts'] as const

export type View = (typeof views)[number]

/** Which part of a message's page is shown, and which line of its text is meant, as they stand in the URL. */
export type MessageView = { view?: View; line?: number }

/** Reads both from a URL; whatever does not make sense is as if it were absent. */
export function readView({ view, line }: Record<string, unknown>): MessageView {
  const isLine = typeof line === 'number' && Number.isInteger(line) && line > 0
  return present({ view: oneOf(views, view), line: isLine ? line : undefined })
}
