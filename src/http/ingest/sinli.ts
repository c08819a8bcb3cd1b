import express, { type Request, type RequestHandler } from 'express'
import { Refusal } from '../../errors.ts'
import type { Arrived } from '../../trade/sinli-content.ts'
import { text } from '../inputs.ts'
import { sendProblem } from '../problems.ts'

const types = ['message/rfc822', 'text/plain'] as const

/** Reads the body of a SINLI message as the bytes that it is, at most 25 MB; a body of another type is refused. */
export function sinliBody(): RequestHandler {
  const read: RequestHandler = express.raw({ limit: '25mb', type: () => true })
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

/** A message out of a request. @throws Refusal when there is nothing in it; ZodError when its subject is none. */
export function messageIn(req: Request): Arrived {
  const raw: unknown = req.body
  if (!Buffer.isBuffer(raw) || raw.length === 0) throw new Refusal('INVALID_INPUT', 'The body is empty.')
  const contentType = typeOf(req) ?? 'text/plain'
  const told = req.headers['x-sinli-subject']
  const toldSubject = contentType === 'text/plain' && told !== undefined ? text(200).parse(told) : null
  return { contentType, raw, toldSubject }
}

function typeOf({ headers }: Request) {
  const [named] = (headers['content-type'] ?? '').split(';')
  return types.find((type) => type === named?.trim().toLowerCase())
}
