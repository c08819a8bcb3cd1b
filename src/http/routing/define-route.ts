import type { Request, RequestHandler } from 'express'
import type { z } from 'zod'
import type { Viewer } from '../../auth/sessions.ts'
import type { ServiceCaller } from '../../auth/tokens/find-token.ts'
import type { ServiceScope } from '../../auth/tokens/scopes.ts'
import type { Deps } from '../deps.ts'
import type { ResponseMessage } from '../../otlp/messages.ts'
import type { Tag } from '../openapi/tags.ts'

/** The declared response of a route for one status: the schema of its body, if any, and its specific headers. */
export type ResponseDefinition = {
  description: string
  schema?: z.ZodType
  /** The media type of the body; the default is `application/json`. */
  type?: string
  headers?: Readonly<Record<string, string>>
}

/** Middleware that parses bodies of these media types, of at most `limit`, e.g. `100kb`. */
export type BodyParser = {
  types: readonly string[]
  limit: string
  /** Whether bodies that the parser cannot read are ignored. By default they are refused. */
  ignoresOthers?: true
  read: RequestHandler
}

/** The days of deprecation and removal of a route in ISO 8601, e.g. `2026-11-22`. */
export type RouteDeprecation = { since: string; sunset: string }

/** Declaration of a route, for the router and for the OpenAPI document; its schemas validate the request. */
export type RouteDefinition = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Segments that are parameters are written as `:name`. */
  path: string
  /** The name of the route in the OpenAPI document, which generated clients use as a function name. */
  operationId: string
  tag: Tag
  summary: string
  description?: string
  /** Credentials that are required. `supervisor` routes respond before any check of the request. */
  access: 'session' | 'token' | 'anybody' | 'supervisor'
  /** The scope that a service token needs; absent if every service may use the route. */
  scope?: ServiceScope
  /** Whether the route receives telemetry. Its accepted requests are too frequent to be stored as traces. */
  isTelemetry?: true
  /** Whether a personal token is refused where a session is required. */
  sessionOnly?: boolean
  params?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  body?: z.ZodType
  /** Example of a body, for the document. */
  example?: unknown
  /** The parser of the body, only for methods that have one; null to ignore a body. */
  reads?: BodyParser | null
  /**
   * For OTLP routes: the response message. Bodies are JSON or protobuf, and errors are a google.rpc.Status in the
   * format of the request.
   */
  otlp?: ResponseMessage
  /** For a route that will be removed: the dates of its deprecation and of its removal, at least 90 days apart. */
  deprecated?: RouteDeprecation
  answers: Readonly<Record<number, ResponseDefinition>>
  /** Reasons for errors, by status, in addition to those that every route with this `access` has. */
  refusals?: Readonly<Record<number, string>>
}

const brand = Symbol('response')

/** The response of a handler: a status, the body to send as JSON (undefined for none), and headers. */
export type RouteResponse<Status = number, Body = unknown> = {
  [brand]: true
  status: Status
  body: Body
  headers: Record<string, string>
}

/** A request with the facts for the audit trail: its time, client address, id and trace. */
export type RequestContext = {
  req: Request
  at: Date
  address: string
  requestId: string
  traceId: string
  /** The `tracestate` of the request; null without one. */
  traceState: string | null
  /** The signed-in caller if the router has authenticated one. */
  viewer: Viewer | null
  /** The calling service; null if the router authenticates no service for the route. */
  service: ServiceCaller | null
}

/** A declared route with its handler. */
export type Route = RouteDefinition & { answer: (context: RequestContext, deps: Deps) => Promise<RouteResponse> }

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The parts of a request as parsed by the schemas of a declaration; undefined for parts it does not declare. */
export type RouteInput<D> = {
  [Part in 'params' | 'query' | 'headers' | 'body']: D extends Record<Part, infer Schema> ? Output<Schema> : undefined
}

type BodyOf<Declared> = Declared extends { schema: infer Schema extends z.ZodType } ? z.input<Schema> : undefined
type ResponseOf<Responses> = {
  [Status in keyof Responses]: RouteResponse<Status, BodyOf<Responses[Status]>>
}[keyof Responses]

/** Return value of a handler: the body of the declared 200, or any declared response, built with `answer`. */
export type HandlerResult<D extends Pick<RouteDefinition, 'answers'>> =
  (D['answers'] extends { 200: infer Declared } ? BodyOf<Declared> : never) | ResponseOf<D['answers']>

/** Declares a route outside the admin API. The handler gets the parsed inputs and the request itself. */
export function operation<D extends RouteDefinition>(
  declaration: D,
  handle: (request: RouteInput<D> & RequestContext, deps: Deps) => Promise<HandlerResult<D>>,
): Route {
  return {
    ...declaration,
    answer: async (context, deps) =>
      toResponse(await handle({ ...readInputs(declaration, context.req), ...context }, deps)),
  }
}

/**
 * Parses the parts of a request with the schemas of a declaration.
 * @throws ZodError naming every wrong field of the first part that has one.
 */
export function readInputs<D extends Pick<RouteDefinition, 'params' | 'query' | 'headers' | 'body'>>(
  declaration: D,
  req: Request,
): RouteInput<D> {
  const { params, headers, query, body } = declaration
  return {
    params: params?.parse(req.params),
    headers: headers?.parse(req.headers),
    query: query?.parse(req.query),
    body: body?.parse(req.body),
  } as RouteInput<D>
}

/** Builds a response other than a plain 200. */
export const answer = <Status extends number, Body>(
  status: Status,
  body: Body,
  headers: Record<string, string> = {},
): RouteResponse<Status, Body> => ({ [brand]: true, status, body, headers })

/** Converts the return value of a handler to a response: a plain value becomes the body of a 200. */
export const toResponse = (result: unknown): RouteResponse => (isResponse(result) ? result : answer(200, result))

const isResponse = (result: unknown): result is RouteResponse =>
  typeof result === 'object' && result !== null && brand in result
