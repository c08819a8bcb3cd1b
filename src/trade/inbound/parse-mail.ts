import type { AttachmentStream, MailParser, MessageText } from 'mailparser'
import { storableText } from '../../lib/postgres-values.ts'

/** A file attached to an e-mail, with its transfer encoding removed. */
export type MailAttachment = { name: string; contentType: string; bytes: Buffer }

/** The parts of an e-mail that are used; the body is ignored for privacy. */
export type Mail = { messageId: string | null; subject: string | null; attachments: MailAttachment[] }

/** Parses a whole e-mail. For bytes that are not an e-mail, the result has no attachments. */
export async function parseMail(raw: Uint8Array): Promise<Mail> {
  // Loaded with the first e-mail: the parser takes 10 MB.
  const { MailParser } = await import('mailparser')
  const parser = attachNamedParts(new MailParser({ skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true }))
  const mail: Omit<Mail, 'attachments'> = { messageId: null, subject: null }
  const attachments: Promise<MailAttachment>[] = []
  parser.on('headers', (headers) => {
    mail.messageId = trimmedHeader(headers.get('message-id'))
    mail.subject = trimmedHeader(headers.get('subject'))
  })
  parser.on('data', (part: AttachmentStream | MessageText) => {
    if (part.type !== 'attachment') return
    const attachment = readAttachment(part)
    attachment.catch((error: unknown) => parser.destroy(error as Error))
    attachments.push(attachment)
  })
  const ended = new Promise<void>((resolve, reject) => {
    parser.once('end', resolve)
    parser.once('error', reject)
  })
  parser.end(Buffer.from(raw))
  await ended
  // The parser ends before the content of the last attachment is read, unless a boundary follows it.
  return { ...mail, attachments: await Promise.all(attachments) }
}

async function readAttachment(part: AttachmentStream): Promise<MailAttachment> {
  const { filename, contentType, content } = part
  const chunks: Buffer[] = []
  for await (const chunk of content as unknown as AsyncIterable<Buffer>) chunks.push(chunk)
  // The parser continues only after this.
  part.release()
  return { name: clean(filename ?? ''), contentType, bytes: Buffer.concat(chunks) }
}

// The parser treats inline text as the message body. A part with a file name is an attachment nevertheless.
function attachNamedParts(parser: MailParser): MailParser {
  const inner = parser as unknown as { createNode: (node: MailPart) => unknown }
  const create = inner.createNode.bind(parser)
  inner.createNode = (node) => {
    if (node.filename) node.disposition = 'attachment'
    return create(node)
  }
  return parser
}

type MailPart = { filename?: string | false; disposition?: string | false }

const trimmedHeader = (value: unknown): string | null =>
  typeof value === 'string' && clean(value) !== '' ? clean(value) : null

// Removes characters that PostgreSQL rejects or that do not belong in a log.
const clean = (text: string) => storableText(text.replace(/[\p{Cc}\p{Cs}]/gu, '').trim(), 998)
