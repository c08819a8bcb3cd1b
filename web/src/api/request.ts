import { type TypedDocumentString } from '../generated/graphql.ts'
import { words } from '../language.ts'

const text = words(
  {
    empty: 'El servidor ha respondido sin datos.',
    unreachable: 'No hay conexión con el servidor.',
    broken: 'La respuesta del servidor no ha llegado entera.',
    answered: (status: number) => `El servidor ha respondido ${String(status)}.`,
  },
  {
    empty: 'The server answered without data.',
    unreachable: 'There is no connection to the server.',
    broken: 'The answer of the server did not arrive whole.',
    answered: (status) => `The server answered ${String(status)}.`,
  },
)

/** Error of a request, from the server or the network: a message to display and a code to branch on. */
export class Refused extends Error {
  readonly code: string
  /** Seconds to wait before retrying; null if the server gave none. */
  readonly retryAfter: number | null

  constructor(code: string, message: string, retryAfter: number | null = null) {
    super(message)
    this.name = 'Refused'
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** Whether an error means that the session is over. */
export const isSessionOver = (error: unknown) => error instanceof Refused && error.code === 'UNAUTHENTICATED'

type GraphQLAnswer<Answer> = {
  data?: Answer | null
  errors?: readonly { message: string; extensions?: { code?: string; retryAfterSeconds?: number } }[]
}

/** Executes a GraphQL operation. Rejects with `Refused` on any error: partial data is discarded. */
export async function ask<Answer, Variables>(
  document: TypedDocumentString<Answer, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    return await askOnce<Answer>({ documentId: idOf(document), variables }, signal)
  } catch (error) {
    // A server of another build has other document ids: send the text instead.
    if (!isUnknownDocument(error)) throw error
    return await askOnce<Answer>({ query: document.toString(), variables }, signal)
  }
}

/** Id of a document, valid on a server of the same build. */
export const idOf = ({ __meta__ }: Pick<TypedDocumentString<unknown, unknown>, '__meta__'>): string =>
  String(__meta__?.hash)

/** Whether the server does not have a document with this id; the request can be repeated with its text. */
const isUnknownDocument = (error: unknown) => error instanceof Refused && error.code === 'UNKNOWN_DOCUMENT'

async function askOnce<Answer>(body: object, signal: AbortSignal | undefined): Promise<Answer> {
  const response = await request('/graphql', { body, signal })
  const { data, errors } = await readJson<GraphQLAnswer<Answer>>(response)
  const [error] = errors ?? []
  if (error) {
    const { code = 'UNKNOWN', retryAfterSeconds = null } = error.extensions ?? {}
    throw new Refused(code, error.message, retryAfterSeconds)
  }
  if (!response.ok) throw refusalOf(response, {})
  if (!data) throw new Refused('EMPTY', text.empty)
  return data
}

type Problem = { title?: string; detail?: string; code?: string }

/** Posts JSON to a REST route. Unless the status is 2xx, rejects with `Refused` and the problem document's text. */
export async function send(path: string, body: unknown): Promise<void> {
  const response = await request(path, { body })
  if (!response.ok) throw refusalOf(response, await readJson<Problem>(response))
}

/** Posts JSON to a REST route and reads the response. After `UNREACHABLE` the server may or may not have acted. */
export async function post<Answer>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return readAnswer<Answer>(await request(path, { body, headers }))
}

/** Gets JSON from a REST route; rejects with `Refused`. */
export async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return readAnswer<Answer>(await request(path, { signal }))
}

type Asked = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal | undefined }

async function request(path: string, { body, headers, signal }: Asked): Promise<Response> {
  const accepted = { accept: 'application/json', ...headers }
  const init: RequestInit =
    body === undefined
      ? { headers: accepted }
      : { method: 'POST', headers: { ...accepted, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  try {
    return await fetch(path, { credentials: 'same-origin', ...init, ...(signal && { signal }) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refused('UNREACHABLE', text.unreachable)
  }
}

async function readAnswer<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw refusalOf(response, await readJson<Problem>(response))
  try {
    return (await response.json()) as Answer
  } catch {
    throw new Refused('UNREACHABLE', text.broken)
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

function refusalOf(response: Response, { title, detail, code }: Problem): Refused {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Refused(
    codeOf(response.status, code),
    detail ?? title ?? text.answered(response.status),
    Number.isFinite(seconds) ? seconds : null,
  )
}

function codeOf(status: number, told: string | undefined): string {
  if (status === 401) return 'UNAUTHENTICATED'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  return told ?? `HTTP_${String(status)}`
}
