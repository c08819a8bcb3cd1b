import type { Failure } from './failure-codes.ts'
import { parseMail, type MailAttachment } from './parse-mail.ts'

/** The parts of a stored message that unpacking needs. */
export type RawMessage = { contentType: string; raw: Uint8Array; declaredSubject: string | null }

/** A message may have at most this many bytes, however it arrives. */
export const maxMessageBytes = 25 * 1024 * 1024

/** The content of a message: its subject and its one attachment, or the failure. */
export type Content = {
  messageId: string | null
  subject: string | null
  attachment: Uint8Array | null
  failure: Failure | null
}

/** Unpacks a message: a whole e-mail, or an attachment received alone with its subject in `declaredSubject`. */
export async function unpackMessage({ contentType, raw, declaredSubject }: RawMessage): Promise<Content> {
  if (contentType === 'text/plain') return { messageId: null, subject: declaredSubject, attachment: raw, failure: null }
  const { messageId, subject, attachments } = await parseMail(raw)
  const texts = attachments.filter(isText)
  const [attachment] = texts
  const failure = texts.length === 1 ? null : attachmentFailure(texts)
  return { messageId, subject, attachment: failure ? null : (attachment?.bytes ?? null), failure }
}

// Senders label their files anything from text/plain to application/octet-stream; excluding other types is easier.
const otherTypes =
  /^(image|audio|video|font|message|multipart)\/|^application\/(pdf|zip|gzip|rtf|pgp|pkcs7|x-pkcs7|vnd\.)|^text\/(html|calendar|vcard|x-vcard)/i
const otherNames = /\.(jpe?g|png|gif|bmp|tiff?|svg|pdf|zip|html?|p7s|p7m|asc|docx?|xlsx?|vcf|ics)$/i

const isText = ({ contentType, name }: MailAttachment) => !otherTypes.test(contentType) && !otherNames.test(name)

function attachmentFailure(texts: readonly MailAttachment[]): Failure {
  if (texts.length === 0) return { code: 'ADJUNTO_AUSENTE', problem: 'The message has no text attachment.' }
  const names = texts.slice(0, 5).map(({ name }) => name || 'one without a name')
  return {
    code: 'ADJUNTO_MULTIPLE',
    problem: `The message has ${texts.length} text attachments where there should be one: ${names.join(', ')}.`,
  }
}
