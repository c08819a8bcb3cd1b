import { oneOf, present } from '../../ui/list/search.ts'

/** The parts of a message's page; one is shown at a time. */
export const views = ['document', 'warnings', 'text', 'attempts'] as const

export type View = (typeof views)[number]

/** The part of a message's page that is shown and the highlighted line of its text, as in the URL. */
export type MessageView = { view?: View; line?: number }

/** Reads both from a URL; invalid parameters are ignored. */
export function readView({ view, line }: Record<string, unknown>): MessageView {
  const isLine = typeof line === 'number' && Number.isInteger(line) && line > 0
  return present({ view: oneOf(views, view), line: isLine ? line : undefined })
}
