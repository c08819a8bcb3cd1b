import type { Sentence } from '../messages/sentences.ts'
import { said } from './said.ts'

/** A pattern of texts in requests, and what is said of a text that does not match. */
type TextPattern = { pattern: RegExp; sentence: Sentence }

/** Without control characters. As ranges: readers of JSON Schema that know no `\p{Cc}` understand this pattern too. */
export const withoutControls: TextPattern = {
  pattern: /^[^\x00-\x1F\x7F-\x9F]*$/,
  sentence: { code: 'TEXT_WITH_CONTROL_CHARACTERS', parameters: {} },
}

/** A host, with or without a port. */
export const host: TextPattern = { pattern: /^[^\s/]+$/, sentence: { code: 'HOST_INVALID', parameters: {} } }

/** A SINLI id. */
export const sinliId: TextPattern = {
  pattern: /^[A-Za-z\d]{1,8}$/,
  sentence: { code: 'SINLI_ID_INVALID', parameters: {} },
}

/** The name of a service that tells of its endpoints. */
export const serviceName: TextPattern = {
  pattern: /^[a-z\d][a-z\d._-]{0,63}$/,
  sentence: { code: 'SERVICE_NAME_INVALID', parameters: {} },
}

/** The arguments of zod's check for a pattern. */
export const matching = ({ pattern, sentence }: TextPattern): [RegExp, ReturnType<typeof said>] => [
  pattern,
  said(sentence),
]
