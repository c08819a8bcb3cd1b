import { parseOneOf, omitUndefined } from '../../../ui/list/searchParams.ts'

/** The parts of a message's page; one is shown at a time. */
export const messageTabs = ['document', 'chain', 'warnings', 'text', 'attempts'] as const

export type MessageTab = (typeof messageTabs)[number]

/** The displayed part of a message's page, and the highlighted line of its text, as in the URL. */
export type MessageView = { view?: MessageTab; line?: number }

/** Reads the part and the line from a URL; invalid parameters are ignored. */
export function readMessageView({ view, line }: Record<string, unknown>): MessageView {
  const isLine = typeof line === 'number' && Number.isInteger(line) && line > 0
  return omitUndefined({ view: parseOneOf(messageTabs, view), line: isLine ? line : undefined })
}
