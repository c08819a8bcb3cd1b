import type { Viewer } from '../../auth/sessions.ts'
import type { OperationGuard } from '../guards/operation-guard.ts'
import { encodeResponse, ownHeaders, type EncodedResponse } from './encoded-response.ts'
import type { FoundOperation } from './parse-request.ts'

/**
 * Returns a copy of a response with the cost of its operation (`extensions.cost`), if the viewer may run the operation.
 * The given response is not changed, because it may be in the cache.
 */
export async function addCost(
  guard: OperationGuard,
  response: EncodedResponse,
  { operation }: FoundOperation,
  viewer: Viewer | null,
): Promise<EncodedResponse> {
  const cost = operation && (await guard.readCost(operation, viewer))
  if (!cost) return response
  const { status, etag, body: object } = response
  const extensions = Buffer.from(`,"extensions":${JSON.stringify({ cost })}}\n`)
  const body = Buffer.concat([object.subarray(0, object.lastIndexOf('}')), extensions])
  return encodeResponse({ status, headers: ownHeaders(response), body }, etag !== null)
}
