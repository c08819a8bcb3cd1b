import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import type { SmtpSettings } from '../../config.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import type { Sentence } from '../../messages/sentences.ts'
import type { DocumentItem, DocumentSection, MessageDocument } from './message-document.ts'
import { documentText } from './message-text.ts'
import type { OutgoingMessage, Receiver } from './receiver.ts'

/** Limits in milliseconds on the connection, on the session until the final dot of the mail, and on the answer to it. */
type MailLimits = { connectMs: number; sessionMs: number; answerMs: number }

/**
 * A server that accepts a mail after we ceased to wait delivers it again at the next attempt, so the last wait is the one
 * of RFC 5321, 4.5.3.2.6. Mail servers are slower than web servers.
 */
const mailLimits: MailLimits = { connectMs: 10_000, sessionMs: 30_000, answerMs: 600_000 }

/** The answer of a mail server. */
export type MailResult = {
  status: number | null
  error: Sentence | null
  answer: string | null
  permanent: boolean
  /** How many recipients it accepted. */
  accepted: number
  /** The recipients that it refused for the moment. */
  deferred: string[]
}

/** Sends an e-mail to all addresses of its envelope. */
export async function sendEmail(
  smtp: SmtpSettings,
  mail: SendMailOptions,
  { connectMs, sessionMs, answerMs } = mailLimits,
): Promise<MailResult> {
  const { createTransport } = await import('nodemailer')
  // Require TLS before sending a password, unless the query of the URL overrides it.
  const requireTLS = new URL(smtp.url).password !== ''
  const transport = createTransport({
    requireTLS,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    url: smtp.url,
  })
  const limit = startLimit(sessionMs)
  transport.use('stream', ({ message }, done) => {
    message.processFunc((text) => text.once('end', () => limit.setTo(answerMs)))
    done()
  })
  try {
    return toResult(await transport.sendMail({ ...mail, signal: limit.signal }))
  } catch (error) {
    return limit.signal.aborted ? notAnswered(limit.signal.reason as number) : toFailure(error)
  } finally {
    limit.end()
  }
}

/**
 * An e-mail to those of its recipients who are left. Mails of one group form one thread; headers suppress automatic
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
 * The recipients of the destination that earlier attempts have left: all if there was none, or if nobody has the mail and
 * nobody of those is left. None if others have it and those are no longer recipients.
 */
export function recipientsLeft(
  all: readonly string[],
  { recipients = [], delivered = 0 }: Pick<OutgoingMessage, 'recipients' | 'delivered'>,
): string[] {
  const both = addressesIn(all, recipients)
  return recipients.length === 0 || (both.length === 0 && delivered === 0) ? [...all] : both
}

/** Those of the addresses that others name, in their own spelling: nodemailer writes a domain as DNS has it. */
export function addressesIn(addresses: readonly string[], others: readonly string[]): string[] {
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

/** A limit of time in milliseconds, which aborts its signal, with itself as the reason, when it is reached. Until then it can be set to another, from now on. */
function startLimit(ms: number) {
  const controller = new AbortController()
  let timer = start(ms)
  let isOver = false
  function start(limitMs: number) {
    return setTimeout(() => {
      controller.abort(limitMs)
    }, limitMs)
  }
  return {
    signal: controller.signal,
    setTo(limitMs: number) {
      clearTimeout(timer)
      if (!isOver) timer = start(limitMs)
    },
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** The recipients as nodemailer reports them, and why some were refused. */
type Recipients = { accepted?: unknown[]; rejectedErrors?: { recipient?: string; responseCode?: number }[] }

function toResult({
  response,
  rejected,
  ...recipients
}: Recipients & { response: string; rejected: unknown[] }): MailResult {
  const addresses = rejected.map(String).join(', ')
  const error: Sentence | null =
    rejected.length === 0 ? null : { code: 'RECIPIENTS_REFUSED', parameters: { addresses } }
  return { status: statusOf(response), error, answer: response, permanent: false, ...readRecipients(recipients) }
}

function toFailure(error: unknown): MailResult {
  const { message, response = null, ...recipients } = error as Error & Recipients & { response?: string }
  const status = response === null ? null : statusOf(response)
  return {
    status,
    error: { code: 'MAIL_NOT_TAKEN', parameters: { error: message } },
    answer: response,
    permanent: status !== null && status >= 500,
    ...readRecipients(recipients),
  }
}

const notAnswered = (limitMs: number): MailResult => ({
  status: null,
  error: { code: 'MAIL_NOT_ANSWERED', parameters: { seconds: limitMs / 1_000 } },
  answer: null,
  permanent: false,
  ...readRecipients({}),
})

const readRecipients = ({ accepted = [], rejectedErrors = [] }: Recipients) => ({
  accepted: accepted.length,
  deferred: rejectedErrors.flatMap(({ recipient, responseCode = 0 }) => (responseCode < 500 ? (recipient ?? []) : [])),
})

const statusOf = (response: string) => Number(/^\d{3}/.exec(response)?.[0] ?? 0) || null
