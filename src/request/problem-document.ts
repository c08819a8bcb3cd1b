import { z } from 'zod'
import { conflictReasons } from '../lib/errors.ts'
import { sentenceCodes } from '../messages/sentences.ts'
import { descriptionOf, fieldsOf } from '../lib/fields-of.ts'
import { enumerations } from '../generated/contract.ts'

/** The machine-readable codes of problems, each with its meaning and a remedy. */
export const problemExplanations = {
  INVALID_INPUT:
    'Something in the request is not as documented. `detail` says what and what would be right, `field` and `errors` where. ' +
    'The same request is refused again.',
  UNAUTHENTICATED:
    'The session or the token is missing, wrong or has ended. Operators sign in again; services check their token.',
  FORBIDDEN:
    'The caller is known, but the role does not allow this, or the request comes from a page of another origin. ' +
    '`detail` names the permission.',
  NOT_FOUND: 'There is nothing at this address, or no object with this id.',
  METHOD_NOT_ALLOWED: 'The address exists, but takes other methods: the header `Allow` lists them.',
  CONFLICT:
    'Somebody else was faster, or the object is no longer as the request assumes. Read it again, then decide whether to repeat.',
  CONDITION_HOLDS:
    'The incident cannot be resolved while the subject is still failing: `evidence` has the present numbers. It resolves ' +
    'by itself once the subject has recovered; `force` ends it all the same.',
  KEY_REUSED: 'The `Idempotency-Key` was used before for another request. Send the same request, or another key.',
  TOO_LARGE: 'The body is larger than this address takes. Send it in parts.',
  UNSUPPORTED_MEDIA_TYPE:
    'The `Content-Type`, charset or `Content-Encoding` of the body is not one this address takes.',
  TOO_MANY_ATTEMPTS:
    'Too many requests of this kind have failed, or a token has made too many within a minute. `Retry-After` says in how many seconds to try again.',
  INTERNAL_SERVER_ERROR: 'A fault of the service itself. Its log has it under `requestId`.',
  UNAVAILABLE:
    'The service or its database cannot answer at the moment, or does not take this in by its settings. `Retry-After`, ' +
    'where present, says in how many seconds to try again.',
} as const

/** The stable code by which a program distinguishes the problems of REST responses; each has an explanation above. */
export type ProblemCode = keyof typeof problemExplanations

/** Address of the page that explains the codes. */
export const problemsPath = '/api/problems'

/** The `type` of a problem: leads to the explanation of its code. */
export const problemType = (code: ProblemCode): string => `${problemsPath}#${code}`

/** The numbers behind a state, in responses. */
export const Evidence = z
  .object({
    code: z
      .enum(enumerations.ReasonCode)
      .describe(
        'Reason for the state, as `ReasonCode` in GraphQL. TRAFFIC_DROP: far fewer requests than are usual at this time.',
      ),
    ...fieldsOf('Evidence', { windowSeconds: true, n: true }),
    signal: z
      .enum(['ERRORS', 'SLOW'])
      .optional()
      .describe(
        'SLOW if `bad` and `recentRate` count slow samples, also where a subject has recovered from slowness. Absent ' +
          'if they count failed ones, and in older evidence with the code SLOW.',
      ),
    ...fieldsOf('Evidence', { bad: true, recentRate: true, p95: true, threshold: true }),
    budgetMs: z.number().optional().describe('For SLOW, the duration above which samples were slow, in milliseconds.'),
    normalP95Ms: z
      .number()
      .optional()
      .describe(
        'For SLOW, the usual p95 from which the budget was computed, in whole milliseconds; absent if the budget ' +
          'was fixed.',
      ),
    observedPerMinute: z
      .number()
      .optional()
      .describe('For TRAFFIC_DROP and a recovery from it, the requests a minute in the window.'),
    expectedPerMinute: z
      .number()
      .optional()
      .describe('For TRAFFIC_DROP and a recovery from it, the requests a minute that were expected at least.'),
    ...fieldsOf('Evidence', { at: true }),
  })
  .meta({ id: 'Evidence', description: descriptionOf('Evidence') })

/** A sentence in parts. */
export const Sentence = z
  .object({
    code: z.enum(sentenceCodes).describe(descriptionOf('Sentence.code')),
    parameters: z
      .unknown()
      .describe(
        'Values in it by name, as a JSON object of texts and numbers. Long texts may be cut, and then end with `…`.',
      ),
  })
  .meta({ id: 'Sentence', description: 'A sentence in parts: a code and the values in it.' })

const WrongField = z
  .object({
    field: z.string().describe('Path of the field, with dots: `messageIds.0`. Empty for the whole body or query.'),
    message: z.string().describe('Problem of the field: the rest of a sentence that begins with the field.'),
    sentence: Sentence.describe('The problem in parts, to be told in another language.'),
  })
  .meta({ id: 'WrongField', description: 'A field that is not valid, and the problem.' })

/** The problem document of every error response: RFC 9457. */
export const ProblemDocument = z
  .object({
    type: z
      .string()
      .meta({ format: 'uri-reference' })
      .describe('Link to the explanation of `code`: a reference relative to the URL of the request.'),
    title: z.string().describe('Name of the HTTP status.'),
    status: z.int().min(400).max(599).describe('HTTP status of the response.'),
    detail: z.string().describe('Error message: the problem, its reason, and the valid form, as a sentence.'),
    code: z
      .enum(Object.keys(problemExplanations) as [ProblemCode, ...ProblemCode[]])
      .describe('Code of the problem, stable for programs.'),
    sentence: Sentence.describe('`detail` in parts, to be told in another language.'),
    requestId: z.string().describe('ID of the request in the log; also in `X-Request-Id`.'),
    errors: z
      .array(WrongField)
      .optional()
      .describe(
        'Fields of the request that are not valid; with status 400, and with 409 if several values are taken. ' +
          'Absent if the problem is not about fields.',
      ),
    field: z
      .string()
      .optional()
      .describe(
        'The field that is not valid, the first of several; with INVALID_INPUT, and with CONFLICT for a value ' +
          'that is taken. Absent if none is known.',
      ),
    reason: z
      .enum(conflictReasons)
      .optional()
      .describe('The violated rule; only with CONFLICT, and absent if there is no name for it.'),
    evidence: Evidence.optional().describe('The current numbers; only with CONDITION_HOLDS.'),
    evidenceReason: z
      .string()
      .optional()
      .describe('The current numbers as a Spanish sentence; only with CONDITION_HOLDS.'),
  })
  .meta({
    id: 'Problem',
    description: 'The error of a rejected or failed request: a problem document (RFC 9457).',
  })
