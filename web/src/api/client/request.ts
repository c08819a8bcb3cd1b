import { type ReasonNumbersFragment, type TypedDocumentString } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { takeEarlyResponse } from './earlyResponses.ts'

const text = localize(
  {
    empty: 'El servidor ha respondido sin datos.',
    unreachable: 'No hay conexión con el servidor.',
    broken: 'La respuesta del servidor ha llegado incompleta.',
    unexpectedStatus: (status: number) => `El servidor ha respondido con el código ${String(status)}.`,
  },
  {
    empty: 'The server responded without data.',
    unreachable: 'There is no connection to the server.',
    broken: 'The response of the server is incomplete.',
    unexpectedStatus: (status) => `The server responded with status ${String(status)}.`,
  },
)

/** A part of a request, and the server's sentence about its problem, also in parts if it has any. */
export type WrongField = { field: string; message: string; sentence?: { code: string; parameters: unknown } }

/** The present numbers because of which a condition still holds, also as a Spanish sentence. */
type Condition = { reason: string; evidence: ReasonNumbersFragment }

type ErrorDetails = {
  condition?: Condition | null | undefined
  retryAfter?: number | null
  reason?: string | null
  circle?: readonly string[] | undefined
  wrongFields?: readonly WrongField[] | undefined
}

/** Error of a request, from the server or the network: a message to display and a code to branch on. */
export class ApiError extends Error {
  readonly code: string
  /** Seconds to wait before retrying; null if the server gave none. */
  readonly retryAfter: number | null
  /** The rule that a CONFLICT is about; null if the server names none. */
  readonly reason: string | null
  /** The names of subjects that would depend on each other in a circle, each on the next. */
  readonly circle: readonly string[]
  /** The condition that still holds; null for other errors. */
  readonly condition: Condition | null
  /** All that is wrong with the request, if the server names it. */
  readonly wrongFields: readonly WrongField[]

  constructor(
    code: string,
    message: string,
    { retryAfter = null, reason = null, condition = null, circle = [], wrongFields = [] }: ErrorDetails = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.retryAfter = retryAfter
    this.reason = reason
    this.condition = condition
    this.circle = circle
    this.wrongFields = wrongFields
  }
}

/** Whether an error means that the session is over. */
export const isSessionOver = (error: unknown) => error instanceof ApiError && error.code === 'UNAUTHENTICATED'

type ErrorExtensions = {
  code?: string
  retryAfterSeconds?: number
  reason?: string
  evidence?: StoredNumbers
  evidenceReason?: string
  circle?: string[]
}

/** Evidence as in an error, where what is null in a response is absent. */
type StoredNumbers = Omit<ReasonNumbersFragment, AbsentNumber | 'reports'> &
  Partial<Pick<ReasonNumbersFragment, AbsentNumber>>
type AbsentNumber = 'signal' | keyof typeof noNumbers

const noNumbers = { budgetMs: null, normalP95Ms: null, observedPerMinute: null, expectedPerMinute: null }

function conditionIn({ evidence, evidenceReason }: ErrorExtensions = {}): Condition | null {
  if (!evidence || evidenceReason === undefined) return null
  const signal = evidence.code === 'SLOW' ? 'SLOW' : 'ERRORS'
  return { reason: evidenceReason, evidence: { ...noNumbers, signal, ...evidence, reports: null } }
}

type GraphQLResponse<Result> = {
  data?: Result | null
  errors?: readonly { message: string; extensions?: ErrorExtensions }[]
}

/** Executes a GraphQL operation. Rejects with `ApiError` on any error: partial data is discarded. */
export async function requestGraphQL<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await requestGraphQLOnce<Result>({ documentId: getDocumentId(document), variables }, signal)
  } catch (error) {
    // A server of another build has other document ids: send the text instead.
    if (!isUnknownDocument(error)) throw error
    return await requestGraphQLOnce<Result>({ query: document.toString(), variables }, signal)
  }
}

/** Id of a document, valid on a server of the same build. */
export const getDocumentId = ({ __meta__ }: Pick<TypedDocumentString<unknown, unknown>, '__meta__'>): string =>
  String(__meta__?.hash)

/** Whether the server does not have a document with this id; the request can be repeated with its text. */
const isUnknownDocument = (error: unknown) => error instanceof ApiError && error.code === 'UNKNOWN_DOCUMENT'

async function requestGraphQLOnce<Result>(body: object, signal: AbortSignal | undefined): Promise<Result> {
  const early = takeEarlyResponse(JSON.stringify(body))
  if (early) {
    try {
      return await readResult<Result>(await early)
    } catch {
      // The early request may have been sent before the sign-in.
    }
  }
  return readResult<Result>(await sendRequest('/graphql', { body, signal }))
}

async function readResult<Result>(response: Response): Promise<Result> {
  const { data, errors } = await readJson<GraphQLResponse<Result>>(response)
  const [error] = errors ?? []
  if (error) {
    const { code = 'UNKNOWN', retryAfterSeconds = null, reason = null, circle } = error.extensions ?? {}
    throw new ApiError(code, error.message, {
      retryAfter: retryAfterSeconds,
      reason,
      condition: conditionIn(error.extensions),
      circle,
    })
  }
  if (!response.ok) throw toApiError(response, {})
  if (!data) throw new ApiError('EMPTY', text.empty)
  return data
}

type Problem = { title?: string; detail?: string; code?: string; errors?: readonly WrongField[] }

/** Posts JSON to a REST route. Unless the status is 2xx, rejects with `ApiError` and the problem document's text. */
export async function send(path: string, body: unknown): Promise<void> {
  const response = await sendRequest(path, { body })
  if (!response.ok) throw toApiError(response, await readJson<Problem>(response))
}

/** Posts JSON to a REST route and reads the response, undefined for 204. After `UNREACHABLE` the server may or may not have acted. */
export async function post<Result>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Result> {
  return readResponse<Result>(await sendRequest(path, { body, headers }))
}

/** Puts a text that is JSON to a REST route and reads the response. */
export async function putText<Result>(path: string, json: string): Promise<Result> {
  return readResponse<Result>(await sendRequest(path, { method: 'PUT', json }))
}

/** Gets JSON from a REST route; rejects with `ApiError`. */
export async function get<Result>(path: string, signal?: AbortSignal): Promise<Result> {
  return readResponse<Result>(await sendRequest(path, { signal }))
}

type RequestOptions = {
  method?: 'POST' | 'PUT'
  body?: unknown
  /** The body as text, in place of `body`. */
  json?: string
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

async function sendRequest(
  path: string,
  {
    method = 'POST',
    body,
    json = body === undefined ? undefined : JSON.stringify(body),
    headers,
    signal,
  }: RequestOptions,
): Promise<Response> {
  const allHeaders = { accept: 'application/json', ...headers }
  const init: RequestInit =
    json === undefined
      ? { headers: allHeaders }
      : { method, headers: { ...allHeaders, 'content-type': 'application/json' }, body: json }
  try {
    return await fetch(path, { credentials: 'same-origin', ...init, ...(signal && { signal }) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError('UNREACHABLE', text.unreachable)
  }
}

async function readResponse<Result>(response: Response): Promise<Result> {
  if (!response.ok) throw toApiError(response, await readJson<Problem>(response))
  if (response.status === 204) return undefined as Result
  try {
    return (await response.json()) as Result
  } catch {
    throw new ApiError('UNREACHABLE', text.broken)
  }
}

// A proxy may respond with HTML: then only the status is used.
async function readJson<Body extends object>(response: Response): Promise<Body | Record<string, never>> {
  try {
    return (await response.json()) as Body
  } catch {
    return {}
  }
}

function toApiError(response: Response, { title, detail, code, errors }: Problem): ApiError {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(errorCode(response.status, code), detail ?? title ?? text.unexpectedStatus(response.status), {
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    wrongFields: errors,
  })
}

function errorCode(status: number, problemCode: string | undefined): string {
  if (status === 401) return 'UNAUTHENTICATED'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  return problemCode ?? `HTTP_${String(status)}`
}
