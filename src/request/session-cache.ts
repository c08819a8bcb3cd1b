import type { IncomingHttpHeaders } from 'node:http'
import type { Viewer } from '../auth/sessions.ts'
import { findService, type ServiceCaller, type TokenUse } from '../auth/tokens/find-token.ts'
import type { ChangeBus } from '../lib/change-bus.ts'
import { authenticate, type AuthenticationDeps, type Credentials } from './authenticate.ts'
import { readBearer } from './bearer.ts'
import { readSessionToken } from './cookies.ts'
import { createCredentialCache } from './credential-cache.ts'

/** Caches viewers by session or personal token, and services by their token. */
export function createSessionCache(deps: AuthenticationDeps & { changeBus: ChangeBus }) {
  const { db, config } = deps
  const viewers = createCredentialCache<Viewer>(deps)
  const services = createCredentialCache<ServiceCaller>(deps)

  /** The key of a request's token, which tells an API token from a session's; null without one. */
  function tokenOf({ cookie, authorization }: IncomingHttpHeaders): string | null {
    const bearer = readBearer(authorization)
    if (bearer !== null) return `bearer ${bearer}`
    const session = readSessionToken(cookie, config.publicOrigin)
    return session === null ? null : `session ${session}`
  }

  return {
    /** The cached viewer of a key; null if no entry is valid. */
    getCached: viewers.getCached,
    tokenOf,
    /** Authenticates the caller of a request, from the cache if possible; null for anybody else. */
    authenticate: (credentials: Credentials): Promise<Viewer | null> => {
      const token = tokenOf(credentials.headers)
      const read = () => authenticate(credentials, deps)
      return token === null ? read() : viewers.find(token, read)
    },
    /** The service with this token, from the cache if possible; null if the token is unknown, revoked or expired. */
    findService: (token: string, use: TokenUse): Promise<ServiceCaller | null> =>
      services.find(
        token,
        () => findService(db, token, use),
        (service) => ({ ...service, lastUsedAt: use.at }),
      ),
  }
}

export type SessionCache = ReturnType<typeof createSessionCache>
