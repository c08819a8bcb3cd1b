import type { SendMailOptions } from 'nodemailer'
import type { SmtpSettings } from '../../config.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import type { DocumentItem, DocumentSection, MessageDocument } from './message-document.ts'
import { documentText } from './message-text.ts'
import type { OutgoingMessage, Receiver } from './receiver.ts'

/** Limits on inactivity and on the whole SMTP session: mail servers are slower than web servers. */
const inactivityMs = 10_000
const timeoutMs = 30_000

/** The answer of a mail server. */
export type MailResult = { status: number | null; error: string | null; answer: string | null; permanent: boolean }

/** Sends an e-mail to all addresses of a receiver. */
export async function sendEmail(smtp: SmtpSettings, mail: SendMailOptions): Promise<MailResult> {
  const { createTransport } = await import('nodemailer')
  // Require TLS before sending a password, unless the query of the URL overrides it.
  const requireTLS = new URL(smtp.url).password !== ''
  const transport = createTransport({
    requireTLS,
    dnsTimeout: inactivityMs,
    connectionTimeout: inactivityMs,
    greetingTimeout: inactivityMs,
    socketTimeout: inactivityMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    url: smtp.url,
  })
  try {
    const { response, rejected } = await withTimeout(transport.sendMail(mail))
    const error = rejected.length === 0 ? null : `The mail server refused: ${rejected.map(String).join(', ')}.`
    return { status: statusOf(response), error, answer: response, permanent: false }
  } catch (error) {
    return toFailure(error)
  } finally {
    transport.close()
  }
}

/** An e-mail. Mails of one group form one thread; headers suppress automatic replies. */
export function composeEmail(
  { config }: Receiver,
  { id, message }: OutgoingMessage,
  { from, document }: { from: string; document: MessageDocument },
): SendMailOptions {
  const host = /@([^\s<>]+)>?$/.exec(from)?.[1] ?? 'vigia.invalid'
  const threadId = message.kind === 'INCIDENTS' ? message.threadId : null
  const parent = threadId === null || threadId === id ? null : `<${threadId}@${host}>`
  return {
    from,
    to: config.to,
    subject: document.title,
    text: documentText(document),
    html: documentHtml(document),
    messageId: `<${id}@${host}>`,
    ...(parent !== null && { inReplyTo: parent, references: [parent] }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
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

function withTimeout<T>(sending: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1_000} s`)), timeoutMs)
  })
  return Promise.race([sending, timeout]).finally(() => {
    clearTimeout(timer)
  })
}

function toFailure(error: unknown): MailResult {
  const { message, response = null } = error as Error & { response?: string }
  const status = response === null ? null : statusOf(response)
  return {
    status,
    error: `The mail server did not take the message: ${message}.`,
    answer: response,
    permanent: status !== null && status >= 500,
  }
}

const statusOf = (response: string) => Number(/^\d{3}/.exec(response)?.[0] ?? 0) || null
