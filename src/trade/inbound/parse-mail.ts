import { MailParser, type AttachmentStream, type MessageText } from 'mailparser'

/** A file that came with an e-mail, its bytes as they were before they were packed. */
export type MailAttachment = { name: string; contentType: string; bytes: Buffer }

/** What we want to know of an e-mail; the text in its body is nobody's business. */
export type Mail = { messageId: string | null; subject: string | null; attached: MailAttachment[] }

/** Unpacks a whole e-mail. What is no e-mail at all is one without anything attached. */
export async function readMail(raw: Uint8Array): Promise<Mail> {
  const parser = withNamedPartsAttached(
    new MailParser({ skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true }),
  )
  const mail: Mail = { messageId: null, subject: null, attached: [] }
  parser.on('headers', (headers) => {
    mail.messageId = trimmedHeader(headers.get('message-id'))
    mail.subject = trimmedHeader(headers.get('subject'))
  })
  parser.on('data', (part: AttachmentStream | MessageText) => {
    if (part.type === 'attachment')
      collectParts(part, mail.attached).catch((error: unknown) => parser.destroy(error as Error))
  })
  const ended = new Promise<void>((resolve, reject) => {
    parser.once('end', resolve)
    parser.once('error', reject)
  })
  parser.end(Buffer.from(raw))
  await ended
  return mail
}

async function collectParts(part: AttachmentStream, attached: MailAttachment[]) {
  const { filename, contentType, content } = part
  const chunks: Buffer[] = []
  for await (const chunk of content as unknown as AsyncIterable<Buffer>) chunks.push(chunk)
  attached.push({ name: clean(filename ?? ''), contentType, bytes: Buffer.concat(chunks) })
  // Only then does the parser go on.
  part.release()
}

// The parser takes text that is shown in place for the body of the message. What has a file name is a file nevertheless.
function withNamedPartsAttached(parser: MailParser): MailParser {
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

// Without what a database does not take and a log should not show.
const clean = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, 998)
