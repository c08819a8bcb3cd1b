import { createHash } from 'node:crypto'
import type { SinliSentence } from '../../messages/sinli/sinli.ts'
import { decode } from '../../sinli/decode.ts'
import type { Decoded } from '../../sinli/types.ts'
import { parseSubject } from '../../sinli/identification/subject.ts'
import type { Failure } from './failure-codes.ts'
import { unpackMessage, type RawMessage } from './unpack-message.ts'
import { storableText } from '../../lib/postgres-values.ts'

/** An oddity that did not prevent reading; `line` counts from 1 and is null for the whole file. */
export type MessageWarning = { code: string; line: number | null; sentence: SinliSentence }

/** Everything that can be derived from a message's bytes alone. */
export type ParsedMessage = {
  /** The Message-ID, else the SHA-256 of the attachment; null without either. */
  identity: string | null
  sha256: string | null
  /** Null if there is no attachment. */
  decoded: Decoded | null
  warnings: MessageWarning[]
  failure: Failure | null
}

/** Parses a message from its raw bytes. With `force` the ids of line 1 are used even if those of the subject differ. */
export async function parseMessage(message: RawMessage, { force = false } = {}): Promise<ParsedMessage> {
  const { messageId, subject, attachment, failure } = await unpackMessage(message)
  if (attachment === null) return { identity: messageId, sha256: null, decoded: null, warnings: [], failure }
  const sha256 = createHash('sha256').update(attachment).digest('hex')
  const readable = subject !== null && parseSubject(subject) ? subject : undefined
  const decoded = decode(attachment, { subject: readable })
  return {
    identity: messageId ?? sha256,
    sha256,
    decoded,
    warnings: [...(readable === undefined ? subjectWarnings(subject) : []), ...decoded.warnings],
    failure: failureOf(decoded, force),
  }
}

function failureOf(decoded: Decoded, force: boolean): Failure | null {
  return checkIdentified(decoded) ?? (force ? null : checkSameParties(decoded)) ?? checkContent(decoded)
}

function subjectWarnings(subject: string | null): MessageWarning[] {
  const sentence: SinliSentence =
    subject === null
      ? { code: 'SUBJECT_MISSING', parameters: {} }
      : { code: 'SUBJECT_FOREIGN', parameters: { subject: storableText(subject, 60) } }
  return [{ code: 'ASUNTO_INVALIDO', line: null, sentence }]
}

// Sender, receiver and type identify a document. If subject and line 1 both lack one of them, the message fails.
function checkIdentified(decoded: Decoded): Failure | null {
  const missing = (['sender', 'receiver', 'document'] as const).filter((part) => !decoded[part])
  if (missing.length === 0) return null
  return { code: 'ASUNTO_INVALIDO', sentence: { code: 'IDENTIFICATION_MISSING', parameters: { missing } } }
}

function checkSameParties({ identification: { subject, line1 } }: Decoded): Failure | null {
  for (const party of ['sender', 'receiver'] as const) {
    const inSubject = upper(subject?.[party])
    const inFile = upper(line1?.[party])
    if (inSubject !== '' && inFile !== '' && inSubject !== inFile)
      return {
        code: 'IDENTIFICACION_INCOHERENTE',
        sentence: { code: 'PARTIES_DIFFER', parameters: { party, inSubject, inFile } },
      }
  }
  return null
}

const upper = (id: string | number | null | undefined) => String(id ?? '').toUpperCase()

function checkContent({ error, header, lines }: Decoded): Failure | null {
  if (error) return error
  if (lines.length > 0 || Object.keys(header).length > 0) return null
  return { code: 'LONGITUD_REGISTRO', sentence: { code: 'FILE_WITHOUT_CONTENT', parameters: {} } }
}
