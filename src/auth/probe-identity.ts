import { randomBytes } from 'node:crypto'
import type { Viewer } from './sessions.ts'
import { equalSecrets } from './timing-safe-equal.ts'

/** The identity with which the service calls its own routes. The token exists only in the memory of this process. */
export type ProbeIdentity = { token: string; viewer: Viewer }

/** Creates the identity of the service's own probes, with the read-only role. */
export const createProbe = (): ProbeIdentity => ({
  token: randomBytes(32).toString('base64url'),
  viewer: {
    sessionId: 'probe',
    operator: { id: 'probe', name: 'Sonda', email: '', role: 'lector' },
    expiresAt: new Date(8.64e15),
  },
})

/** Whether an `Authorization` header carries the token of the probe. */
export const isProbe = (probe: ProbeIdentity, authorization: string | undefined): boolean =>
  authorization !== undefined && equalSecrets(authorization, `Bearer ${probe.token}`)
