import { type TypedDocumentString } from '../generated/graphql.ts'

/** What the server, or the way to it, refused: a sentence to show and a code to decide by. */
export class Refused extends Error {
  readonly code: string
  /** Seconds to wait before trying again; null where the server did not say. */
  readonly retryAfter: number | null

  constructor(code: string, message: string, retryAfter: number | null = null) {
    super(message)
    this.name = 'Refused'
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** Whether an error says that the session is over. */
export const isSessionOver = (error: unknown) => error instanceof Refused && error.code === 'UNAUTHENTICATED'

type GraphQLAnswer<Answer> = {
  data?: Answer | null
  errors?: readonly { message: string; extensions?: { code?: string } }[]
}

/** Asks the GraphQL endpoint one thing. Rejects with `Refused` on any error: half an answer is no answer. */
export async function ask<Answer, Variables>(
  document: TypedDocumentString<Answer, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await post('/graphql', { query: document.toString(), variables }, signal)
  const { data, errors } = await readJson<GraphQLAnswer<Answer>>(response)
  const [error] = errors ?? []
  if (error) throw new Refused(error.extensions?.code ?? 'UNKNOWN', error.message)
  if (!response.ok) throw refusalOf(response, {})
  if (!data) throw new Refused('EMPTY', 'El servidor ha respondido sin datos.')
  return data
}

type Problem = { title?: string; detail?: string }

/** Posts JSON to a REST route; rejects with `Refused`, in the words of the problem document, unless it was a 2xx. */
export async function send(path: string, body: unknown): Promise<void> {
  const response = await post(path, body)
  if (!response.ok) throw refusalOf(response, await readJson<Problem>(response))
}

async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  }
  try {
    return await fetch(path, signal ? { ...init, signal } : init)
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refused('UNREACHABLE', 'No hay conexión con el servidor.')
  }
}

// A proxy in between may answer in HTML: then the status alone must do.
async function readJson<Body extends object>(response: Response): Promise<Body | Record<string, never>> {
  try {
    return (await response.json()) as Body
  } catch {
    return {}
  }
}

function refusalOf(response: Response, { title, detail }: Problem): Refused {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Refused(
    codeOf(response.status),
    detail ?? title ?? `El servidor ha respondido ${String(response.status)}.`,
    Number.isFinite(seconds) ? seconds : null,
  )
}

function codeOf(status: number): string {
  if (status === 401) return 'UNAUTHENTICATED'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  return `HTTP_${String(status)}`
}
