import { LRUCache } from 'lru-cache'
import type { OidcSettings } from '../../config.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { createFairSemaphore } from '../fair-semaphore.ts'
import { ofProvider } from '../operators.ts'
import { sessionIdOf, type Viewer } from '../sessions.ts'
import { readAttempt, signAttempt } from './attempts.ts'
import { isSameIssuer } from './identities.ts'
import { endSessionsByProvider } from './logout.ts'
import { safeNextPath } from './next-path.ts'
import { OidcError } from './oidc-error.ts'
import { createProvider } from './provider.ts'
import { roleOf } from './role-claim.ts'
import { signInPerson } from './sign-in-person.ts'

type OidcDeps = {
  db: RootDatabase
  clock: Clock
  settings: OidcSettings
  publicOrigin: string
  idleMinutes: number
}

/** The browser's answer from the provider: its query string, and the token of the cookie from the start. */
export type ProviderAnswer = {
  search: string
  attemptToken: string | null
  at: Date
  address: string
  requestId: string | null
  traceId?: string | null
}

/** Maximum number of used attempts that an instance remembers. */
const maxUsedAttempts = 10_000

/** Signing in with the OpenID Connect provider. docs/sign-in.md describes it. */
export function createOidc({ db, clock, settings, publicOrigin, idleMinutes }: OidcDeps) {
  const provider = createProvider(settings, publicOrigin, clock)
  // Used attempts by their `state`: each attempt makes a single request to the provider, even with another code.
  const used = new LRUCache<string, true>({ max: maxUsedAttempts })
  const exchanges = createFairSemaphore({ slots: 10, maxQueueLength: 100, maxWaiting: 1_000 })

  return {
    label: settings.label,

    /**
     * Begins a sign-in: the address at the provider, and the token for the cookie that ties it to this browser.
     * `sessionToken` is the token of the browser's present session, which the sign-in ends.
     * @throws OidcError UNAVAILABLE if the provider does not answer.
     */
    async start(next: unknown, sessionToken: string | null): Promise<{ url: string; token: string }> {
      const { url, secrets } = await provider.authorize()
      const sessionId = sessionToken === null ? null : sessionIdOf(sessionToken)
      const attempt = { ...secrets, next: safeNextPath(next), sessionId }
      return { url, token: await signAttempt(db, attempt, new Date(clock.now())) }
    },

    /**
     * Finishes a sign-in with the provider's answer: the new session, and the path to open.
     * @throws OidcError INVALID_INPUT, FORBIDDEN, CONFLICT or UNAVAILABLE.
     */
    async finish({ search, attemptToken, ...request }: ProviderAnswer): Promise<FinishedSignIn> {
      const attempt = attemptToken === null ? null : await readAttempt(db, attemptToken, request.at)
      if (!attempt || used.has(attempt.state)) throw noAttempt()
      used.set(attempt.state, true)
      const account = await exchanges(request.address, () => provider.exchange(search, attempt))
      const { issuer, roleClaim, roles } = settings
      const { claims } = account
      const person = { ...account, issuer, subject: claims.sub, role: roleOf(claims, roleClaim, roles), roleClaim }
      const opened = await signInPerson(db, person, { ...request, idleMinutes, oldSessionId: attempt.sessionId })
      return { ...opened, next: attempt.next }
    },

    /**
     * The address where an operator who signed out here also signs out at the provider; null for a local account, and
     * if the provider has no such address or does not respond.
     */
    async endSessionUrl(operatorId: string): Promise<string | null> {
      const identity = await db.operatorIdentity.findUnique({ where: { operatorId, operator: ofProvider } })
      if (!identity || !isSameIssuer(identity.issuer, settings.issuer)) return null
      return provider.endSessionUrl().catch(() => null)
    },

    /**
     * Ends the sessions that a logout token of the provider names, on every instance, with their sockets.
     * @throws DomainError INVALID_INPUT for a token that is not valid or was used before; UNAVAILABLE.
     */
    async endSessions(logoutToken: string, request: Omit<ProviderAnswer, 'search' | 'attemptToken'>): Promise<void> {
      const claims = await provider.verifyLogoutToken(logoutToken)
      await endSessionsByProvider(db, { ...claims, issuer: settings.issuer }, request)
    },
  }
}

export type Oidc = ReturnType<typeof createOidc>

type FinishedSignIn = { token: string; viewer: Viewer; next: string }

const noAttempt = () => new OidcError('INVALID_INPUT', { code: 'SIGN_IN_NOT_BEGUN', parameters: {} })
