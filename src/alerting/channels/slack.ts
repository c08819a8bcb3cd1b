import type { AlertMessage } from '../message.ts'
import { forPeople, type Channel } from './channel.ts'
import { renderWithin } from './fit-message.ts'
import type { DocumentItem, DocumentLink, DocumentSection, MessageDocument } from './message-document.ts'
import { documentText } from './message-text.ts'
import { truncate } from './plain-text.ts'
import { atUrl } from './url-target.ts'

/** Maximum length of a header in Slack, and of a body in Slack and Mattermost. */
const maxHeaderLength = 150
const maxBodyBytes = 40_000

/** An incoming webhook of Slack or Mattermost. */
export const slack = {
  ...forPeople,
  ...atUrl,
  type: 'SLACK',
  description: {
    es: 'Un canal de Slack o Mattermost, por su webhook entrante.',
    en: 'A channel of Slack or Mattermost, by its incoming webhook.',
  },
  requests: ({ secret }, { message }, { describe }) => [{ url: secret?.url ?? '', body: slackBody(message, describe) }],
} as const satisfies Channel

/**
 * The body of an incoming webhook. Slack shows the blocks, in whose rich text nothing is markup; Mattermost shows the
 * text. Source: https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
export const slackBody = (message: AlertMessage, describe: (message: AlertMessage) => MessageDocument): string =>
  renderWithin(message, maxBodyBytes, (fitting) => {
    const document = describe(fitting)
    return JSON.stringify({ text: escapeMarkup(documentText(document)), blocks: blocksOf(document) })
  })

function blocksOf({ title, intro, sections, link }: MessageDocument): object[] {
  return [
    { type: 'header', text: { type: 'plain_text', text: truncate(title, maxHeaderLength), emoji: false } },
    ...(intro === null ? [] : [richText([section([text(intro)])])]),
    ...sections.map(sectionBlock),
    ...(link === null ? [] : [richText([section([linkElement(link)])])]),
  ]
}

const sectionBlock = ({ heading, items, more }: DocumentSection) =>
  richText([
    section([text(heading, true)]),
    ...(items.length === 0 ? [] : [{ type: 'rich_text_list', style: 'bullet', elements: items.map(itemElement) }]),
    ...(more === null ? [] : [section([text(more)])]),
  ])

const itemElement = ({ title, text: details, url }: DocumentItem) =>
  section([url === null ? text(title, true) : linkElement({ url, label: title }), text(`. ${details}`)])

const richText = (elements: object[]) => ({ type: 'rich_text', elements })
const section = (elements: object[]) => ({ type: 'rich_text_section', elements })
const text = (content: string, bold = false) => ({ type: 'text', text: content, ...(bold && { style: { bold } }) })
const linkElement = ({ url, label }: DocumentLink) => ({ type: 'link', url, text: label })

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': '@\u2060',
  '](': ']\u2060(',
}

/** Prevents links and mentions: `<…>` of Slack, `@channel` and `[…](…)` of Mattermost, with an invisible character. */
const escapeMarkup = (content: string) => content.replace(/\]\(|[&<>@]/g, (markup) => escapes[markup] ?? markup)
