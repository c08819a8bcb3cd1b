import express, { type Request, type RequestHandler } from 'express'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import { sizeText } from '../../request/body-limits.ts'
import { sendProblem } from '../../request/problems.ts'
import type { RawMessage } from '../../trade/inbound/unpack-message.ts'
import { Received } from '../responses/ingest.ts'
import { deferValidation, text } from '../fields/zod-fields.ts'
import { answer, type BodyParser } from '../routing/define-route.ts'
import { ingestDefaults } from './defaults.ts'
import { idempotentOperation } from './idempotent-operation.ts'
import { maxMessageBytes } from '../../trade/inbound/unpack-message.ts'

const types = ['message/rfc822', 'text/plain'] as const
const limit = sizeText(maxMessageBytes)

const Subject = text(200).describe(
  'Subject of the e-mail of the attachment; only with `text/plain`. Without it, the first line of the ' +
    'document identifies its type, sender and receiver.',
)
const Headers = z.object({
  // Validated only in `messageIn`, because the header is ignored for a whole e-mail.
  'x-sinli-subject': deferValidation(Subject, z.unknown().optional()),
})
const Bytes = z.unknown().meta({
  type: 'string',
  format: 'binary',
  description: 'Raw bytes: a complete e-mail (`message/rfc822`), or its attachment alone (`text/plain`).',
})

const reads: BodyParser = { types, limit, read: sinliBody() }

/** The route that receives SINLI messages. */
export const sinli = [
  // The key commits with the message, so a repetition is never stored twice.
  idempotentOperation(
    {
      ...ingestDefaults,
      scope: 'ingest:sinli',
      method: 'POST',
      path: '/ingest/v1/sinli',
      operationId: 'receiveMessage',
      summary: 'Deliver a SINLI message',
      description: 'It is stored unchanged and processed soon after. GraphQL reports the result: `sinliMessages`.',
      headers: Headers,
      body: Bytes,
      reads,
      answers: { 202: { description: 'The message is stored durably.', schema: Received } },
    },
    ({ req, at, requestId, traceId }, { inbox }) => {
      const message = messageIn(req)
      const write = async (tx: Database) => {
        const id = await inbox.receive(tx, message, { at, requestId, traceId })
        return { result: answer(202, { id, status: 'received' as const }) }
      }
      return Promise.resolve({ write })
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
      sentence: { code: 'TYPE_NOT_SINLI', parameters: { whole: types[0], attachment: types[1] } },
    })
  }
}

function messageIn(req: Request): RawMessage {
  const raw: unknown = req.body
  if (!Buffer.isBuffer(raw) || raw.length === 0)
    throw new DomainError('INVALID_INPUT', { code: 'BODY_EMPTY', parameters: {} })
  const contentType = typeOf(req) ?? 'text/plain'
  const header = req.headers['x-sinli-subject']
  const declaredSubject = contentType === 'text/plain' && header !== undefined ? Subject.parse(header) : null
  return { contentType, raw, declaredSubject }
}

function typeOf({ headers }: Request) {
  const [named] = (headers['content-type'] ?? '').split(';')
  return types.find((type) => type === named?.trim().toLowerCase())
}
