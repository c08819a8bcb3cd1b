import { randomBytes } from 'node:crypto'
import type { Viewer } from './sessions.ts'
import { equalSecrets } from './timing-safe-equal.ts'

/** Who the service is when it calls itself. The token lives as long as the process and is known to nobody else. */
export type ProbeIdentity = { token: string; signedIn: Viewer }

/** An identity for the service's own probes: it reads and changes nothing. */
export const createProbe = (): ProbeIdentity => ({
  token: randomBytes(32).toString('base64url'),
  signedIn: {
    sessionId: 'probe',
    operator: { id: 'probe', name: 'Sonda', email: '', role: 'lector' },
    expiresAt: new Date(8.64e15),
  },
})

/** Whether an `Authorization` header is the probe's. */
export const isProbe = (probe: ProbeIdentity, authorization: string | undefined): boolean =>
  authorization !== undefined && equalSecrets(authorization, `Bearer ${probe.token}`)
