import { unnamedAttachment } from '../../messages/sinli/en.ts'
import { decode } from '../../sinli/decode.ts'
import type { Failure } from './failure-codes.ts'
import { parseMail, type MailAttachment } from './parse-mail.ts'

/** The parts of a stored message that unpacking needs. */
export type RawMessage = { contentType: string; raw: Uint8Array; declaredSubject: string | null }

/** A message may have at most this many bytes, however it arrives. */
export const maxMessageBytes = 25 * 1024 * 1024

/** The content of a message: its subject and its SINLI file, or the failure. */
export type Content = {
  messageId: string | null
  subject: string | null
  attachment: Uint8Array | null
  /** The SINLI file; several files if it is not clear which one it is. */
  candidates: Uint8Array[]
  /** Whether a file of the message begins with line 1 of SINLI. */
  hasLine1: boolean
  failure: Failure | null
}

/** Unpacks a message: a whole e-mail, or an attachment received alone with its subject in `declaredSubject`. */
export async function unpackMessage({ contentType, raw, declaredSubject }: RawMessage): Promise<Content> {
  if (contentType === 'text/plain')
    return {
      ...{ messageId: null, subject: declaredSubject, attachment: raw, candidates: [raw] },
      ...{ hasLine1: beginsWithLine1(raw), failure: null },
    }
  const { attachments, ...mail } = await parseMail(raw)
  const withLine1 = attachments.filter(({ bytes }) => beginsWithLine1(bytes))
  const texts = attachments.filter(isText)
  const candidates = findFiles(withLine1, texts)
  const [only, ...others] = candidates
  const isClear = only !== undefined && others.length === 0
  return {
    ...mail,
    attachment: isClear ? only.bytes : null,
    candidates: candidates.map(({ bytes }) => bytes),
    hasLine1: withLine1.length > 0,
    failure: isClear ? null : attachmentFailure(texts),
  }
}

/** The files that could be the SINLI file. Mail servers may attach notes beside it. */
function findFiles(withLine1: readonly MailAttachment[], texts: readonly MailAttachment[]) {
  if (withLine1.length > 1 && texts.length === 1) return texts
  return withLine1.length > 0 ? withLine1 : texts
}

/** Maximum length of lines 1 and 2 of a file with their line ends, in UTF-16. */
const identificationBytes = 500

// A note may begin like line 1 ("IMPORTANTE: …"), but has letters where line 1 has its version.
function beginsWithLine1(file: Uint8Array): boolean {
  const { line1 } = decode(file.subarray(0, identificationBytes)).identification
  return line1 !== null && /^\d*$/.test(String(line1.version ?? ''))
}

// Senders label their files anything from text/plain to application/octet-stream; excluding other types is easier.
const otherTypes =
  /^(image|audio|video|font|message|multipart)\/|^application\/(pdf|zip|x-zip|gzip|rtf|msword|ms-tnef|pgp|pkcs7|x-pkcs7|vnd\.)|^text\/(html|calendar|vcard|x-vcard)/i
const otherNames =
  /\.(jpe?g|png|gif|bmp|tiff?|svg|pdf|zip|rar|7z|gz|html?|p7s|p7m|asc|docx?|xlsx?|pptx?|rtf|vcf|ics|eml|msg)$|^winmail\.dat$/i

const isText = ({ contentType, name }: MailAttachment) => !otherTypes.test(contentType) && !otherNames.test(name)

function attachmentFailure(texts: readonly MailAttachment[]): Failure {
  const { length: count } = texts
  if (count === 0) return { code: 'ADJUNTO_AUSENTE', sentence: { code: 'ATTACHMENT_MISSING', parameters: {} } }
  const names = texts.slice(0, 5).map(({ name }) => name || unnamedAttachment)
  return {
    code: 'ADJUNTO_MULTIPLE',
    sentence: { code: 'ATTACHMENTS_SEVERAL', parameters: { count, names: names.join(', ') } },
  }
}
