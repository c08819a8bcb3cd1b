import express, { type Request, type RequestHandler } from 'express'
import { z } from 'zod'
import { DomainError } from '../../lib/errors.ts'
import type { RawMessage } from '../../trade/inbound/unpack-message.ts'
import { Received } from '../responses/ingest.ts'
import { deferValidation, text } from '../zod-fields.ts'
import { answer, operation, type BodyParser } from '../define-route.ts'
import { sendProblem } from '../problems.ts'
import { ingestDefaults } from './defaults.ts'

const types = ['message/rfc822', 'text/plain'] as const
const limit = '25mb'

const Subject = text(200).describe(
  "The subject of the e-mail that the attachment came with; only with `text/plain`. Without it the document's first line tells who sent what to whom.",
)
const Headers = z.object({
  // Ignored for a whole e-mail, hence validated only in `messageIn`.
  'x-sinli-subject': deferValidation(Subject, z.unknown().optional()),
})
const Bytes = z.unknown().meta({
  type: 'string',
  format: 'binary',
  description: 'The bytes as they came: a whole e-mail (`message/rfc822`), or its attachment alone (`text/plain`).',
})

const reads: BodyParser = { types, limit, read: sinliBody() }

/** The route that receives SINLI messages. */
export const sinli = [
  operation(
    {
      ...ingestDefaults,
      method: 'POST',
      path: '/ingest/v1/sinli',
      operationId: 'receiveMessage',
      summary: 'Hand in a SINLI message',
      description:
        'It is stored as it is, and processed soon after. What becomes of it is told by GraphQL, `sinliMessages`.',
      headers: Headers,
      body: Bytes,
      reads,
      answers: { 202: { description: 'The message is stored, and is not lost from now on.', schema: Received } },
    },
    async ({ req, at }, { inbox }) => {
      const id = await inbox.receive(messageIn(req), at)
      return answer(202, { id, status: 'received' as const })
    },
  ),
]

/** Middleware that reads the body of a SINLI message as raw bytes; 415 for any other content type. */
function sinliBody(): RequestHandler {
  const read: RequestHandler = express.raw({ limit, type: () => true })
  return (req, res, next) => {
    if (typeOf(req)) {
      void read(req, res, next)
      return
    }
    sendProblem(res, {
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      detail: `The body must be ${types.join(', a whole e-mail, or ')}, an attachment with its subject in X-Sinli-Subject.`,
    })
  }
}

function messageIn(req: Request): RawMessage {
  const raw: unknown = req.body
  if (!Buffer.isBuffer(raw) || raw.length === 0) throw new DomainError('INVALID_INPUT', 'The body is empty.')
  const contentType = typeOf(req) ?? 'text/plain'
  const told = req.headers['x-sinli-subject']
  const toldSubject = contentType === 'text/plain' && told !== undefined ? Subject.parse(told) : null
  return { contentType, raw, toldSubject }
}

function typeOf({ headers }: Request) {
  const [named] = (headers['content-type'] ?? '').split(';')
  return types.find((type) => type === named?.trim().toLowerCase())
}
