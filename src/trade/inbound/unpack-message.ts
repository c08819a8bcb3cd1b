import type { Failure } from './failure-codes.ts'
import { readMail, type MailAttachment } from './parse-mail.ts'

/** The parts of a stored message that unpacking needs. */
export type RawMessage = { contentType: string; raw: Uint8Array; toldSubject: string | null }

/** The content of a message: its subject and its one attachment, or the failure. */
export type Content = {
  messageId: string | null
  subject: string | null
  attachment: Uint8Array | null
  failure: Failure | null
}

/** Unpacks a message: a whole e-mail, or an attachment received alone with its subject in `toldSubject`. */
export async function readContent({ contentType, raw, toldSubject }: RawMessage): Promise<Content> {
  if (contentType === 'text/plain') return { messageId: null, subject: toldSubject, attachment: raw, failure: null }
  const { messageId, subject, attached } = await readMail(raw)
  const texts = attached.filter(isText)
  const [attachment] = texts
  const failure = texts.length === 1 ? null : wrongNumber(texts)
  return { messageId, subject, attachment: failure ? null : (attachment?.bytes ?? null), failure }
}

// Senders label their files anything from text/plain to application/octet-stream; excluding other types is easier.
const otherTypes =
  /^(image|audio|video|font|message|multipart)\/|^application\/(pdf|zip|gzip|rtf|pgp|pkcs7|x-pkcs7|vnd\.)|^text\/(html|calendar|vcard|x-vcard)/i
const otherNames = /\.(jpe?g|png|gif|bmp|tiff?|svg|pdf|zip|html?|p7s|p7m|asc|docx?|xlsx?|vcf|ics)$/i

const isText = ({ contentType, name }: MailAttachment) => !otherTypes.test(contentType) && !otherNames.test(name)

function wrongNumber(texts: readonly MailAttachment[]): Failure {
  if (texts.length === 0) return { code: 'ADJUNTO_AUSENTE', problem: 'The message has no text attachment.' }
  const names = texts.slice(0, 5).map(({ name }) => name || 'one without a name')
  return {
    code: 'ADJUNTO_MULTIPLE',
    problem: `The message has ${texts.length} text attachments where there should be one: ${names.join(', ')}.`,
  }
}
