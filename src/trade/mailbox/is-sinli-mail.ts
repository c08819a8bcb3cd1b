import { decode } from '../../sinli/decode.ts'
import { parseSubject } from '../../sinli/identification/subject.ts'
import { unpackMessage } from '../inbound/unpack-message.ts'

/** Maximum length of lines 1 and 2 of a file with their line ends. */
const identificationBytes = 250

/**
 * Whether a mail is probably a SINLI message: its subject begins like one, or its only text attachment begins with line
 * 1 of SINLI. Replies and bounces only quote such a subject.
 */
export async function isSinliMail(raw: Uint8Array): Promise<boolean> {
  const { subject, attachment } = await unpackMessage({ contentType: 'message/rfc822', raw, declaredSubject: null })
  if (subject !== null && /^\s*ESFANDE/i.test(subject)) return true
  if (attachment === null) return false
  if (subject !== null && parseSubject(subject) !== null) return true
  return decode(attachment.subarray(0, identificationBytes)).identification.line1 !== null
}
