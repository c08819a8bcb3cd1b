import { parseSubject } from '../../sinli/identification/subject.ts'
import { unpackMessage } from '../inbound/unpack-message.ts'

/**
 * Whether a mail is probably a SINLI message: its subject begins like one, a file in it begins with line 1 of SINLI, or
 * its only text attachment comes with a subject of SINLI. Replies and bounces only quote such a subject.
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
