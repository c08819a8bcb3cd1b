import type { Language } from '../../lib/language.ts'
import type { AlertMessage } from '../message.ts'
import { describeMessage, type DocumentItem, type DocumentSection, type MessageDocument } from './message-document.ts'

/** A message as plain text: for e-mails, for the log of deliveries, and for formats without another representation. */
export const messageText = (message: AlertMessage, language: Language): string =>
  documentText(describeMessage(message, language))

export function documentText({ title, intro, sections, link }: MessageDocument): string {
  const blocks = [title, intro, ...sections.map(sectionText), link && `${link.label}: ${link.url}`]
  return blocks.filter((block) => block !== null).join('\n\n')
}

const sectionText = ({ heading, items, more }: DocumentSection) =>
  [heading, ...items.map(itemText), ...(more === null ? [] : [more])].join('\n')

const itemText = ({ title, text, url }: DocumentItem) => `- ${title}. ${text}${url === null ? '' : ` ${url}`}`
