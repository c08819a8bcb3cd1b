import type { Sentence } from '../../messages/sentences.ts'
import { requestPattern } from '../read-route.ts'
import { endpointId } from '../route-catalog.ts'
import { skip, type DeclaredEndpoint, type DeclaredList, type SkippedOperation } from './endpoint-declaration.ts'

/** A list without endpoints that take the same requests as an earlier one: these are skipped. */
export function skipRepeated({ endpoints, skipped, unread }: DeclaredList): DeclaredList {
  const first = new Map<string, DeclaredEndpoint>()
  const repeated: SkippedOperation[] = []
  for (const endpoint of endpoints) {
    const other = first.get(requestPattern(endpoint))
    if (other) repeated.push(skip(endpointId(endpoint), repetition(endpointId(endpoint), endpointId(other))))
    else first.set(requestPattern(endpoint), endpoint)
  }
  return { endpoints: [...first.values()], skipped: [...skipped, ...repeated], unread }
}

const repetition = (endpoint: string, other: string): Sentence =>
  endpoint === other
    ? { code: 'ENDPOINT_REPEATED', parameters: { endpoint } }
    : { code: 'SAME_REQUESTS', parameters: { endpoint, other } }
