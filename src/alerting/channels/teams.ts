import type { AlertMessage } from '../message.ts'
import { forPeople, type Channel } from './channel.ts'
import { renderWithin } from './fit-message.ts'
import type { DocumentItem, MessageDocument } from './message-document.ts'
import { atUrl } from './url-target.ts'

/** Teams takes 28 kB. */
const maxBodyBytes = 26_000

const colors = { FALLANDO: 'Attention', DEGRADADO: 'Warning', RESOLVED: 'Good' } as const

/** A workflow of Microsoft Teams. */
export const teams = {
  ...forPeople,
  ...atUrl,
  type: 'TEAMS',
  description: {
    es: 'Un canal de Teams, por un flujo de Workflows.',
    en: 'A channel of Teams, by a flow of Workflows.',
  },
  requests: ({ secret }, { message }, { describe }) => [{ url: secret?.url ?? '', body: teamsBody(message, describe) }],
} as const satisfies Channel

/**
 * The body of a webhook of Teams Workflows: a message with an Adaptive Card. All texts are text runs, in which nothing
 * is markup. Source: https://adaptivecards.io/explorer/RichTextBlock.html
 */
export const teamsBody = (message: AlertMessage, describe: (message: AlertMessage) => MessageDocument): string =>
  renderWithin(message, maxBodyBytes, (fitting) => {
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', content: cardOf(describe(fitting)) }
    return JSON.stringify({ type: 'message', attachments: [attachment] })
  })

function cardOf({ title, intro, sections, link }: MessageDocument) {
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: title,
    msteams: { width: 'Full' },
    body: [
      richText([run(title, { weight: 'Bolder', size: 'Medium' })]),
      ...(intro === null ? [] : [richText([run(intro)])]),
      ...sections.flatMap(({ heading, items, more }) => [
        { ...richText([run(heading, { weight: 'Bolder' })]), separator: true },
        ...items.map(itemBlock),
        ...(more === null ? [] : [richText([run(more)])]),
      ]),
    ],
    ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }] }),
  }
}

const itemBlock = ({ level, title, text, url }: DocumentItem) =>
  richText([
    run(title, {
      weight: 'Bolder',
      color: colors[level],
      ...(url !== null && { selectAction: { type: 'Action.OpenUrl', url } }),
    }),
    run(`. ${text}`),
  ])

const richText = (inlines: object[]) => ({ type: 'RichTextBlock', inlines })
const run = (text: string, style: object = {}) => ({ type: 'TextRun', text, ...style })
