import { randomBytes } from 'node:crypto'
import type { SignedIn } from './sessions.ts'
import { isSame } from './tokens.ts'

/** Who the service is when it calls itself. The token lives as long as the process and is known to nobody else. */
export type Probe = { token: string; signedIn: SignedIn }

/** An identity for the service's own probes: it reads and changes nothing. */
export const createProbe = (): Probe => ({
  token: randomBytes(32).toString('base64url'),
  signedIn: {
    sessionId: 'probe',
    operator: { id: 'probe', name: 'Sonda', email: '', role: 'lector' },
    expiresAt: new Date(8.64e15),
  },
})

/** Whether an `Authorization` header is the probe's. */
export const isProbe = (probe: Probe, authorization: string | undefined): boolean =>
  authorization !== undefined && isSame(authorization, `Bearer ${probe.token}`)
