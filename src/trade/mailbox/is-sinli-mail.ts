import { parseSubject } from '../../sinli/identification/subject.ts'
import { unpackMessage } from '../inbound/unpack-message.ts'

/**
 * Whether a mail is probably a SINLI message: its subject begins like a SINLI subject, a file begins with line 1 of
 * SINLI, or it has one text attachment and a SINLI subject. Quoting a SINLI subject, as replies do, is not enough.
 */
export async function isSinliMail(raw: Uint8Array): Promise<boolean> {
  const { subject, attachment, hasLine1 } = await unpackMessage({
    contentType: 'message/rfc822',
    raw,
    declaredSubject: null,
  })
  if (hasLine1 || /^\s*ESFANDE/i.test(subject ?? '')) return true
  return attachment !== null && subject !== null && parseSubject(subject) !== null
}
