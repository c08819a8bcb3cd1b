import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import { escapeHtml } from '../../lib/escape-html.ts'
import { invalidField } from '../../lib/errors.ts'
import type { Sentence } from '../../messages/sentences.ts'
import {
  forPeople,
  notSent,
  type Attempt,
  type Channel,
  type ParsedTarget,
  type SendingContext,
  type TargetField,
} from './channel.ts'
import type { DocumentItem, DocumentSection, MessageDocument } from './message-document.ts'
import { documentText } from './message-text.ts'
import type { OutgoingMessage, Receiver } from './receiver.ts'
import { sendEmail } from './smtp.ts'

/** The reason why e-mail is unavailable. */
const noSmtp: Sentence = { code: 'SMTP_NOT_SET', parameters: {} }

const to = {
  maxLength: 254,
  maxItems: 20,
  form: {
    label: { es: 'Direcciones de correo', en: 'E-mail addresses' },
    hint: { es: 'Varias, separadas por comas.', en: 'Several, separated by commas.' },
    missing: { es: 'Falta alguna dirección de correo.', en: 'An e-mail address is missing.' },
    input: 'TEXTS',
  },
} satisfies TargetField

export const email = {
  ...forPeople,
  type: 'EMAIL',
  description: { es: 'Una o varias direcciones.', en: 'One or several addresses.' },
  inputType: 'EmailTargetInput',
  fields: { to },
  parse: parseRecipients,
  needs: { isMet: ({ smtp }) => smtp !== null, reason: noSmtp },
  deliver: deliverEmail,
} as const satisfies Channel

function parseRecipients(target: { to: readonly string[] }): ParsedTarget {
  const addresses = [...new Set(target.to.map((address) => address.trim()))]
  const count = addresses.length
  if (count === 0 || count > to.maxItems)
    throw invalidField('to', { code: 'RECIPIENTS_INVALID', parameters: { max: to.maxItems, count } })
  const wrong = addresses.find((address) => !isEmail(address))
  if (wrong !== undefined)
    throw invalidField('to', { code: 'RECIPIENT_INVALID', parameters: { address: wrong.slice(0, 100) } })
  return { config: { shown: addresses.join(', '), to: addresses }, secret: null }
}

const isEmail = (text: string) =>
  text.length <= to.maxLength && /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(text)

async function deliverEmail(
  receiver: Receiver,
  outgoing: OutgoingMessage,
  { settings: { smtp }, describe }: SendingContext,
): Promise<Attempt> {
  const { to } = receiver.config
  const { delivered: before = 0 } = outgoing
  if (smtp === null) return notSent(noSmtp, outgoing)
  // All recipients that still lacked the mail have been removed from the destination.
  if (recipientsLeft(to, outgoing).length === 0) return notSent(null, outgoing)
  const mail = composeEmail(receiver, outgoing, { from: smtp.from, document: describe(outgoing.message) })
  const { accepted, deferred, ...result } = await sendEmail(smtp, mail)
  const delivered = before + accepted
  const left = leftOf(to, { deferred, delivered })
  // If some recipients have the mail and the others are refused for good, nobody is left to try.
  const ok = result.permanent ? delivered > 0 : result.status === 250 && left === null
  return { ...result, ok, retryAfterMs: null, gone: false, delivered, left }
}

/** The recipients that were refused for the moment while others were not; null if there are none. */
function leftOf(to: readonly string[], { deferred, delivered }: { deferred: string[]; delivered: number }) {
  const refused = addressesIn(to, deferred)
  return refused.length > 0 && (delivered > 0 || refused.length < to.length) ? refused : null
}

/**
 * An e-mail to the recipients who do not have it yet. Mails of one group form one thread; headers suppress automatic
 * replies.
 */
export function composeEmail(
  { config }: Receiver,
  { id, message, ...sent }: OutgoingMessage,
  { from, document }: { from: string; document: MessageDocument },
): SendMailOptions {
  const host = /@([^\s<>]+)>?$/.exec(from)?.[1] ?? 'vigia.invalid'
  const threadId = message.kind === 'INCIDENTS' ? message.threadId : null
  const parent = threadId === null || threadId === id ? null : `<${threadId}@${host}>`
  return {
    from,
    to: config.to,
    envelope: { from, to: recipientsLeft(config.to, sent) },
    subject: document.title,
    text: documentText(document),
    html: documentHtml(document),
    messageId: `<${id}@${host}>`,
    ...(parent !== null && { inReplyTo: parent, references: [parent] }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/**
 * The recipients of the destination that earlier attempts have left: all at the first attempt, or if nobody has the
 * mail and none of those left is still a recipient. Empty if others have the mail and those left are no longer
 * recipients.
 */
function recipientsLeft(
  all: readonly string[],
  { recipients = [], delivered = 0 }: Pick<OutgoingMessage, 'recipients' | 'delivered'>,
): string[] {
  const both = addressesIn(all, recipients)
  return recipients.length === 0 || (both.length === 0 && delivered === 0) ? [...all] : both
}

/** The addresses that also occur in `others`, in their own spelling: nodemailer writes a domain as DNS has it. */
function addressesIn(addresses: readonly string[], others: readonly string[]): string[] {
  const named = new Set(others.map(asInDns))
  return addresses.filter((address) => named.has(asInDns(address)))
}

function asInDns(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  return address.slice(0, at) + (domainToASCII(domain) || domain.toLowerCase())
}

const colors = { FALLANDO: '#c92a2a', DEGRADADO: '#b35c00', RESOLVED: '#2b8a3e' } as const

function documentHtml({ title, intro, sections, link }: MessageDocument): string {
  const parts = [
    `<h1 style="font-size:18px">${escapeHtml(title)}</h1>`,
    intro === null ? '' : `<p>${escapeHtml(intro)}</p>`,
    ...sections.map(sectionHtml),
    link === null ? '' : `<p>${linkHtml(link.url, link.label)}</p>`,
  ]
  return `<!doctype html><html><body style="font-family:sans-serif;font-size:14px">${parts.join('')}</body></html>`
}

const sectionHtml = ({ heading, items, more }: DocumentSection) =>
  `<h2 style="font-size:15px">${escapeHtml(heading)}</h2><ul>${items.map(itemHtml).join('')}</ul>${more === null ? '' : `<p>${escapeHtml(more)}</p>`}`

const itemHtml = ({ level, title, text, url }: DocumentItem) =>
  `<li style="margin-bottom:8px"><strong style="color:${colors[level]}">${url === null ? escapeHtml(title) : linkHtml(url, title)}</strong>. ${escapeHtml(text)}</li>`

const linkHtml = (url: string, label: string) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
