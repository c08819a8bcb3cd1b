/** A request that `early.ts` sent before the application was loaded. */
export type EarlyRequest = { body: string; sentAt: number; response: Promise<Response> }

/** The requests sent early and not used yet. */
export type EarlyRequests = { earlyRequests?: EarlyRequest[] }

const MAX_AGE_MS = 10_000

/** Takes the response of a request that was sent early with the same body, once, unless it is older than 10 s. */
export function takeEarlyResponse(body: string): Promise<Response> | undefined {
  const { earlyRequests = [] } = globalThis as EarlyRequests
  const index = earlyRequests.findIndex((request) => request.body === body)
  const [request] = index === -1 ? [] : earlyRequests.splice(index, 1)
  return request && performance.now() - request.sentAt < MAX_AGE_MS ? request.response : undefined
}
