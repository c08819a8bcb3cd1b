import { createHash } from 'node:crypto'
import { decode } from '../../sinli/decode.ts'
import type { Decoded } from '../../sinli/types.ts'
import { parseSubject } from '../../sinli/identification/subject.ts'
import type { Failure } from './failure-codes.ts'
import { unpackMessage, type RawMessage } from './unpack-message.ts'
import { storableText } from '../../lib/postgres-values.ts'

/** An oddity that did not prevent reading; `line` counts from 1 and is null for the whole file. */
export type MessageWarning = { code: string; line: number | null; message: string }

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
  const message =
    subject === null
      ? 'The message has no subject; line 1 of the file says who sent what to whom.'
      : `The subject is not one of SINLI ("${storableText(subject, 60)}"); line 1 of the file says who sent what to whom.`
  return [{ code: 'ASUNTO_INVALIDO', line: null, message }]
}

// Sender, receiver and type are the key: if they are missing in both subject and line 1, nothing can replace them.
function checkIdentified({ sender, receiver, document }: Decoded): Failure | null {
  const missing = [sender ? '' : 'the sender', receiver ? '' : 'the receiver', document ? '' : 'the document'].filter(
    Boolean,
  )
  if (missing.length === 0) return null
  return { code: 'ASUNTO_INVALIDO', problem: `Neither the subject nor line 1 of the file names ${missing.join(', ')}.` }
}

function checkSameParties({ identification: { subject, line1 } }: Decoded): Failure | null {
  for (const party of ['sender', 'receiver'] as const) {
    const inSubject = upper(subject?.[party])
    const inFile = upper(line1?.[party])
    if (inSubject !== '' && inFile !== '' && inSubject !== inFile)
      return {
        code: 'IDENTIFICACION_INCOHERENTE',
        problem: `The subject names ${inSubject} as ${party}, line 1 of the file ${inFile}.`,
      }
  }
  return null
}

const upper = (id: string | number | null | undefined) => String(id ?? '').toUpperCase()

function checkContent({ error, header, lines }: Decoded): Failure | null {
  if (error) return { code: error.code, problem: error.message }
  if (lines.length > 0 || Object.keys(header).length > 0) return null
  return { code: 'LONGITUD_REGISTRO', problem: 'The file is empty: it has neither a header nor lines.' }
}
