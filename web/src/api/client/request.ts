import { type TypedDocumentString } from '../../generated/graphql.ts'
import { language, localize } from '../../i18n.ts'
import { inPageLanguage, type VariablesToSend } from './language.ts'
import { takeEarlyResponse } from './earlyResponses.ts'

const text = localize(
  {
    empty: 'El servidor ha respondido sin datos.',
    unreachable: 'No hay conexión con el servidor.',
    broken: 'La respuesta del servidor ha llegado incompleta.',
    unavailable: 'El servidor no está disponible ahora mismo: vuelve a probar en un momento.',
    tooMany: 'Demasiadas peticiones seguidas: espera un momento y vuelve a probar.',
    unexpectedStatus: (status: number) => `El servidor ha respondido con el código ${String(status)}.`,
  },
  {
    empty: 'The server responded without data.',
    unreachable: 'There is no connection to the server.',
    broken: 'The response of the server is incomplete.',
    unavailable: 'The server is not available right now: try again in a moment.',
    tooMany: 'Too many requests: wait a moment and try again.',
    unexpectedStatus: (status) => `The server responded with status ${String(status)}.`,
  },
)

/** An invalid part of a request, and the server's sentence about its problem, in the language of the page. */
export type WrongField = { field: string; message: string }

type ErrorDetails = {
  condition?: string | null
  retryAfter?: number | null
  reason?: string | null
  sentence?: string | null
  wrongFields?: readonly WrongField[] | undefined
}

/** Error of a request, from the server or the network: a message to display and a code to branch on. */
export class ApiError extends Error {
  readonly code: string
  /** Seconds to wait before retrying; null if the server gave none. */
  readonly retryAfter: number | null
  /** The reason of a CONFLICT, e.g. the violated rule; null if the server names none. */
  readonly reason: string | null
  /**
   * The code of the server's sentence in `message`; null if the message comes from the network, a proxy or GraphQL
   * itself.
   */
  readonly sentence: string | null
  /** The condition that still holds, as a sentence; null for other errors. */
  readonly condition: string | null
  /** Every invalid part of the request that the server names. */
  readonly wrongFields: readonly WrongField[]

  constructor(
    code: string,
    message: string,
    { retryAfter = null, reason = null, sentence = null, condition = null, wrongFields = [] }: ErrorDetails = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.retryAfter = retryAfter
    this.reason = reason
    this.sentence = sentence
    this.condition = condition
    this.wrongFields = wrongFields
  }
}

/**
 * Whether the server refused a request and gave a reason. After any other error, the request may have been executed in
 * part.
 */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && refusals.has(error.code)

const refusals = new Set([
  ...['INVALID_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'KEY_REUSED', 'TOO_LARGE'],
  'TOO_MANY_REQUESTS',
])

/** Whether an error means that the session is over. */
export const isSessionOver = (error: unknown) => error instanceof ApiError && error.code === 'UNAUTHENTICATED'

type ErrorExtensions = {
  code?: string
  retryAfterSeconds?: number
  reason?: string
  sentence?: { code: string; parameters: { evidence?: Partial<Record<typeof language, string>> } }
}

type GraphQLResponse<Result> = {
  data?: Result | null
  errors?: readonly { message: string; extensions?: ErrorExtensions }[]
}

/** Executes a GraphQL operation. Rejects with `ApiError` on any error: partial data is discarded. */
export async function requestGraphQL<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  given: VariablesToSend<Variables>,
  signal?: AbortSignal,
): Promise<Result> {
  const variables = inPageLanguage(given)
  try {
    return await requestGraphQLOnce<Result>({ documentId: getDocumentId(document), variables }, signal)
  } catch (error) {
    // A server of another build has other document ids: the request is repeated with the text of the document.
    if (!isUnknownDocument(error)) throw error
    return await requestGraphQLOnce<Result>({ query: document.toString(), variables }, signal)
  }
}

/** Id of a document, valid on a server of the same build. */
export const getDocumentId = ({ __meta__ }: Pick<TypedDocumentString<unknown, unknown>, '__meta__'>): string =>
  String(__meta__?.hash)

/** Whether the server does not know the document id, so that the request can be repeated with the text. */
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
  if (isProblem(response)) throw toApiError(response, await readJson<Problem>(response))
  const { data, errors } = await readJson<GraphQLResponse<Result>>(response)
  const [error] = errors ?? []
  if (error) {
    const { code = 'UNKNOWN', retryAfterSeconds = null, reason = null, sentence } = error.extensions ?? {}
    throw new ApiError(code, error.message, {
      retryAfter: retryAfterSeconds,
      reason,
      sentence: sentence?.code ?? null,
      condition: sentence?.parameters.evidence?.[language] ?? null,
    })
  }
  if (!response.ok) throw toApiError(response, {})
  if (!data) throw new ApiError('EMPTY', text.empty)
  return data
}

/** Whether the server refused a request before executing the operation. */
const isProblem = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/problem+json') ?? false

type Problem = { detail?: string; code?: string; sentence?: { code: string }; errors?: readonly WrongField[] }

/**
 * Posts JSON to a REST route. Rejects with `ApiError` and the text of the problem document unless the status is 2xx.
 */
export async function send(path: string, body: unknown): Promise<void> {
  const response = await sendRequest(path, { body })
  if (!response.ok) throw toApiError(response, await readJson<Problem>(response))
}

/**
 * Posts JSON to a REST route and reads the response; undefined for 204. After `UNREACHABLE`, the server may have
 * executed the request.
 */
export async function post<Result>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Result> {
  return readResponse<Result>(await sendRequest(path, { body, headers }))
}

/** Puts a JSON text to a REST route and reads the response. */
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
  /** The body as JSON text, instead of `body`. */
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
  const allHeaders = { accept: 'application/json', 'accept-language': language, ...headers }
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

// A proxy may respond with HTML; then only the status is used.
async function readJson<Body extends object>(response: Response): Promise<Body | Record<string, never>> {
  try {
    return (await response.json()) as Body
  } catch {
    return {}
  }
}

function toApiError(response: Response, { detail, code, sentence, errors }: Problem): ApiError {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(errorCode(response.status, code), detail ?? statusText(response.status), {
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    sentence: sentence?.code ?? null,
    wrongFields: errors,
  })
}

function statusText(status: number): string {
  if (status === 429) return text.tooMany
  return status === 503 ? text.unavailable : text.unexpectedStatus(status)
}

function errorCode(status: number, problemCode: string | undefined): string {
  if (status === 401) return 'UNAUTHENTICATED'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  return problemCode ?? `HTTP_${String(status)}`
}
