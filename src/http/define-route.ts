import type { Request, RequestHandler } from 'express'
import type { z } from 'zod'
import type { Viewer } from '../auth/sessions.ts'
import type { Deps } from './deps.ts'
import type { Tag } from './openapi/tags.ts'

/** What an operation answers with a status: the schema of its body, if it has one, and headers that mean something. */
export type ResponseDefinition = {
  description: string
  schema?: z.ZodType
  /** The media type of the body, `application/json` unless told. */
  type?: string
  headers?: Readonly<Record<string, string>>
}

/** Reads bodies of these media types, of at most `limit`, e.g. `100kb`. */
export type BodyParser = { types: readonly string[]; limit: string; read: RequestHandler }

/** What an operation declares: for the router, and for its place in the document. Its schemas are those that check. */
export type RouteDefinition = {
  method: 'GET' | 'POST' | 'PUT'
  /** With parameters as `:name`. */
  path: string
  /** Its name in the document; clients that are generated call their functions so. */
  operationId: string
  tag: Tag
  summary: string
  description?: string
  /** Who is let in. A supervisor is answered before anything about the request is looked at. */
  access: 'session' | 'token' | 'anybody' | 'supervisor'
  params?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  body?: z.ZodType
  /** A body as it may be sent. */
  example?: unknown
  /** How a body is read; only where `method` has one. */
  reads?: BodyParser
  answers: Readonly<Record<number, ResponseDefinition>>
  /** When it refuses, by status, beside what every operation of its kind refuses. */
  refusals?: Readonly<Record<number, string>>
}

const brand = Symbol('answer')

/** What is answered: a status, the body as JSON (undefined for none), and headers. */
export type RouteResponse<Status = number, Body = unknown> = {
  [brand]: true
  status: Status
  body: Body
  headers: Record<string, string>
}

/** A request that has arrived, who asks where that was found out, and when. */
export type RequestContext = { req: Request; signedIn: Viewer | null; at: Date }

/** A declaration with what answers it. */
export type Route = RouteDefinition & { answer: (arrival: RequestContext, parts: Deps) => Promise<RouteResponse> }

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What the schemas of a declaration make of a request; undefined for what it does not declare. */
export type RouteInput<D> = {
  [Part in 'params' | 'query' | 'headers' | 'body']: D extends Record<Part, infer Schema> ? Output<Schema> : undefined
}

type BodyOf<Declared> = Declared extends { schema: infer Schema extends z.ZodType } ? z.input<Schema> : undefined
type AnswerOf<Answers> = { [Status in keyof Answers]: RouteResponse<Status, BodyOf<Answers[Status]>> }[keyof Answers]

/** What a handler may return: the body of the 200 that is declared, or one of the answers that are, made by `answer`. */
export type HandlerResult<D extends Pick<RouteDefinition, 'answers'>> =
  (D['answers'] extends { 200: infer Declared } ? BodyOf<Declared> : never) | AnswerOf<D['answers']>

/** Declares an operation outside the admin API. The handler gets what the schemas read, and the request itself. */
export function operation<D extends RouteDefinition>(
  declaration: D,
  handle: (asked: RouteInput<D> & RequestContext, parts: Deps) => Promise<HandlerResult<D>>,
): Route {
  return {
    ...declaration,
    answer: async (arrival, parts) =>
      toResponse(await handle({ ...readInputs(declaration, arrival.req), ...arrival }, parts)),
  }
}

/** What the schemas read out of a request. @throws ZodError naming every wrong field of the first part that has one. */
export function readInputs<D extends RouteDefinition>(declaration: D, req: Request): RouteInput<D> {
  const { params, headers, query, body } = declaration
  return {
    params: params?.parse(req.params),
    headers: headers?.parse(req.headers),
    query: query?.parse(req.query),
    body: body?.parse(req.body),
  } as RouteInput<D>
}

/** An answer other than a plain 200. */
export const answer = <Status extends number, Body>(
  status: Status,
  body: Body,
  headers: Record<string, string> = {},
): RouteResponse<Status, Body> => ({ [brand]: true, status, body, headers })

/** What a handler returned, as an answer: its body is that of a 200 unless it says otherwise. */
export const toResponse = (told: unknown): RouteResponse => (isAnswer(told) ? told : answer(200, told))

const isAnswer = (told: unknown): told is RouteResponse => typeof told === 'object' && told !== null && brand in told
