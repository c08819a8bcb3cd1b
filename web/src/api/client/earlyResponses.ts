/** A request that `early.ts` sent before the application was loaded. */
export type EarlyRequest = { body: string; sentAt: number; response: Promise<Response> }

/** The early requests that have not been used yet. */
export type EarlyRequests = { earlyRequests?: EarlyRequest[] }

const MAX_AGE_MS = 10_000

/**
 * Takes the response of an early request with the same body. Each response is used once, and only if its request is at
 * most 10 s old.
 */
export function takeEarlyResponse(body: string): Promise<Response> | undefined {
  const { earlyRequests = [] } = globalThis as EarlyRequests
  const index = earlyRequests.findIndex((request) => request.body === body)
  const [request] = index === -1 ? [] : earlyRequests.splice(index, 1)
  return request && performance.now() - request.sentAt < MAX_AGE_MS ? request.response : undefined
}
