import { type Identification } from '../types.ts'
import { line1, line2 } from '../layouts/identification.ts'
import { readRecord } from '../records/read-record.ts'
import { type SourceRecord } from '../records/records.ts'
import { type Fields } from '../values.ts'
import { type Warnings } from '../warnings.ts'

/** Type, version and parties of a document, merged from line 1, line 2 and the subject. */
export type Identified = {
  document: string | null
  version: string | null
  sender: string | null
  receiver: string | null
  /** All declared types and versions, the most trusted first. */
  documents: string[]
  versions: string[]
}

/** Whether a record is shaped like line 1 or line 2 of a file; null if like neither. */
export function identificationKind({ text }: SourceRecord): 'line1' | 'line2' | null {
  if (!text.startsWith('I')) return null
  if (text.slice(0, 101).includes('@') || /^[A-Z]{3}[A-Z\d ]{3}/.test(text.slice(101))) return 'line2'
  return /^I[A-Z ][A-Z]{3}[A-Z\d ]{3}/.test(text) ? 'line1' : null
}

/** Reads the fields of line 1 or line 2. */
export function readIdentification(kind: 'line1' | 'line2', { text }: SourceRecord): Fields {
  return readRecord(kind === 'line1' ? line1 : line2, text).fields
}

/** Merges the three sources: line 1 takes precedence, then line 2, then the subject. */
export function mergeIdentification({ line1, line2, subject }: Identification, warnings: Warnings): Identified {
  const documents = [textIn(line1, 'document'), textIn(line2, 'document'), subject?.document]
  const versions = [textIn(line1, 'version'), textIn(line2, 'version'), subject?.version].map(asVersion)
  const senders = [textIn(line1, 'sender'), subject?.sender]
  const receivers = [textIn(line1, 'receiver'), subject?.receiver]
  warnOfGaps({ line1, line2, subject }, warnings)
  warnOfContradictions(documents, versions, warnings)
  warnOfParties('sender', senders, warnings)
  warnOfParties('receiver', receivers, warnings)
  return {
    document: firstOf(documents),
    version: firstOf(versions),
    sender: firstOf(senders),
    receiver: firstOf(receivers),
    documents: documents.filter(isPresent),
    versions: versions.filter(isPresent),
  }
}

const firstOf = (values: DeclaredValues) => values.find(isPresent) ?? null

const isPresent = (text: string | null | undefined): text is string => text != null && text !== ''

function textIn(fields: Fields | null, name: string): string | null {
  const value = fields?.[name]
  return typeof value === 'string' ? value.toUpperCase() : null
}

const asVersion = (version: string | null | undefined) => (version && /^\d$/.test(version) ? `0${version}` : version)

function warnOfGaps({ line1, line2 }: Identification, warnings: Warnings): void {
  if (line1 === null) warnings.add('IDENTIFICACION_INCOMPLETA', 1, { code: 'LINE_1_MISSING', parameters: {} })
  else if (line2 === null) warnings.add('IDENTIFICACION_INCOMPLETA', 2, { code: 'LINE_2_MISSING', parameters: {} })
}

type DeclaredValues = readonly (string | null | undefined)[]

function warnOfContradictions(documents: DeclaredValues, versions: DeclaredValues, warnings: Warnings): void {
  if (differ(documents))
    warnings.add('DOCUMENTO_INCOHERENTE', null, {
      code: 'DOCUMENTS_DIFFER',
      parameters: { values: documents.map(orNull) },
    })
  if (differ(versions))
    warnings.add('VERSION_INCOHERENTE', null, {
      code: 'VERSIONS_DIFFER',
      parameters: { values: versions.map(orNull) },
    })
}

function warnOfParties(party: 'sender' | 'receiver', values: DeclaredValues, warnings: Warnings): void {
  const code = party === 'sender' ? 'EMISOR_AUSENTE' : 'DESTINATARIO_AUSENTE'
  if (!isPresent(values[0])) warnings.add(code, 1, { code: 'PARTY_MISSING', parameters: { party } })
  if (differ(values))
    warnings.add('IDENTIFICACION_INCOHERENTE', null, {
      code: 'PARTY_DECLARED_DIFFERENTLY',
      parameters: { party, values: values.map(orNull) },
    })
}

const differ = (values: DeclaredValues) => new Set(values.filter(isPresent)).size > 1

const orNull = (value: DeclaredValues[number]) => (isPresent(value) ? value : null)
