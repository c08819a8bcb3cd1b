import { z } from 'zod'

/** Machine-readable codes of problems, so that a client need not parse sentences. */
const codes = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'CONDITION_HOLDS',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_ATTEMPTS',
  'INTERNAL',
  'UNAVAILABLE',
] as const

/** The code of a problem. */
export type ProblemCode = (typeof codes)[number]

const WrongField = z.object({
  field: z.string().describe('Where it is, with dots: `messageIds.0`. Empty where it is the whole body or query.'),
  message: z.string().describe('What is wrong with it: the rest of a sentence that begins with the field.'),
})

/** The problem document of every error response: RFC 9457. */
export const ProblemDocument = z
  .object({
    type: z
      .literal('about:blank')
      .describe('Always `about:blank`: the status and `code` say what kind of problem it is.'),
    title: z.string().describe("The status's name in HTTP."),
    status: z.int().min(400).max(599).describe('The status of the answer.'),
    detail: z.string().describe('What was refused or went wrong, why, and what would be right, in a sentence.'),
    code: z.enum(codes).describe('The kind of problem, for programs.'),
    requestId: z.string().describe('The id under which the log has the request; also in `X-Request-Id`.'),
    errors: z
      .array(WrongField)
      .optional()
      .describe('The fields that are wrong; only with status 400, and absent where it is not about fields.'),
  })
  .meta({
    id: 'Problem',
    description: 'Why a request was refused, or what went wrong: a problem document as RFC 9457 has it.',
  })
