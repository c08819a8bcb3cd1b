import type { Role } from '../generated/prisma/client.ts'

/**
 * The operator who does something, the API token they use, if any, their address, their request and its trace, for the
 * audit trail.
 */
export type Actor = {
  operator: { id: string; name: string; email: string; role: Role }
  token?: { name: string }
  address: string
  requestId: string | null
  traceId?: string | null
  /** The `tracestate` of the request, to be sent on with its trace. */
  traceState?: string | null
}
