import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { z } from 'zod'
import { maxRunMs } from '../../monitoring/heartbeats/schedule.ts'
import { bodyLimits, sizeText } from '../../request/body-limits.ts'
import { contentEncodingOf } from '../../request/inflate-body.ts'
import type { BodyParser } from '../routing/define-route.ts'

const maxBytes = bodyLimits.heartbeat

/** Maximum length of the stored message of a beat; longer messages are cut. */
export const maxMessageLength = 500

/** Descriptions of the parameters of a beat, the same in the query and in the body. */
export const beatDescriptions = {
  status: 'Result of the run: `up`, the default, or `down` if it failed.',
  ms: 'Duration of the run in milliseconds, from 0 to 86400000 (a day).',
  msg: `Message to be shown with the run; only its first ${maxMessageLength} characters are stored.`,
} as const

/** The parameters in the body of a beat, without those whose value is not valid. */
export const BeatBody = z.object({
  status: z.enum(['up', 'down']).optional().describe(beatDescriptions.status),
  ms: z
    .string()
    .optional()
    .meta({ type: ['number', 'string'], description: beatDescriptions.ms }),
  msg: z.string().optional().describe(beatDescriptions.msg),
})

export type BeatBody = z.output<typeof BeatBody>

/** Reads the body of a beat. Its Content-Type is not trusted, because `curl -d` calls everything a form. */
export const beatBodyParser: BodyParser = {
  types: ['application/x-www-form-urlencoded', 'application/json'],
  limit: sizeText(maxBytes),
  ignoresOthers: true,
  read: readBeatBody(),
}

function readBeatBody(): RequestHandler {
  return (req, _res, next) => {
    void readText(req)
      .then((text) => toUrlEncoded(text, req.headers['content-type']))
      .then((text) => {
        req.body = parseBeatBody(text)
        next()
      })
  }
}

/**
 * Parses the body of a beat: a JSON object, or a form. A form with unknown fields is ignored, because the log of a job
 * may look like a form. Unknown parameters and wrong values are left out, because the run counts nevertheless.
 */
export function parseBeatBody(body: string): BeatBody {
  const text = body.replace(/^\uFEFF/, '').trim()
  const { status, ms, msg } = text.startsWith('{') ? fieldsOfJson(text) : fieldsOfForm(text)
  return {
    ...((status === 'up' || status === 'down') && { status }),
    ...(ms !== undefined && isDuration(ms) && { ms }),
    ...(msg !== undefined && { msg }),
  }
}

/** Whether a text is a number of milliseconds from 0 to a day. */
export const isDuration = (text: string): boolean =>
  /^\d{1,15}(?:\.\d{1,30})?$/.test(text.trim()) && Number(text) <= maxRunMs

type Fields = { status?: string; ms?: string; msg?: string }

function fieldsOfJson(text: string): Fields {
  try {
    const { status, ms, msg } = JSON.parse(text) as Record<string, unknown>
    return {
      ...(typeof status === 'string' && { status }),
      ...(typeof ms === 'string' && { ms }),
      // Rounded, because a very small number would be written with an exponent.
      ...(typeof ms === 'number' && { ms: String(Number(ms.toFixed(6))) }),
      ...(typeof msg === 'string' && { msg }),
    }
  } catch {
    return {}
  }
}

function fieldsOfForm(text: string): Fields {
  const form = new URLSearchParams(text)
  if ([...form.keys()].some((name) => !Object.hasOwn(BeatBody.shape, name))) return {}
  return { ...Object.fromEntries(form), ...(form.has('status', 'down') && { status: 'down' }) }
}

/** Converts a multipart form to a URL-encoded one. Other bodies, and forms with files, are returned unchanged. */
async function toUrlEncoded(body: string, type: string | undefined): Promise<string> {
  if (!type?.trim().toLowerCase().startsWith('multipart/form-data')) return body
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    return fields.length === [...form].length ? new URLSearchParams(fields).toString() : body
  } catch {
    return body
  }
}

/** The body as UTF-8; empty if it is compressed, too long or cut off. */
function readText(req: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const ignore = () => {
      resolve('')
    }
    if (contentEncodingOf(req) !== 'identity') ignore()
    req.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBytes) chunks.push(chunk)
      else ignore()
    })
    req.once('end', () => {
      resolve(Buffer.concat(chunks).toString('utf8'))
    })
    req.once('close', ignore)
  })
}
