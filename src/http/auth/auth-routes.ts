import { z } from 'zod'
import { signIn } from '../../auth/sign-in.ts'
import { signOut } from '../../auth/sign-out.ts'
import { authenticate } from '../../request/authenticate.ts'
import { expiredSessionCookie, readSessionToken, sessionCookie } from '../../request/cookies.ts'
import { sessionBody } from '../admin/auth.ts'
import { OpenedSession, SignedOut, SignInMethods } from '../responses/session.ts'
import { plainText } from '../fields/basic-fields.ts'
import { text } from '../fields/zod-fields.ts'
import { answer, operation } from '../routing/define-route.ts'

const SignInInput = z.strictObject({
  email: text(254).describe('E-mail of the operator, case-insensitive.'),
  // Not trimmed, because a blank at the end may be part of the password.
  password: plainText(200, 1).describe('Password, including leading and trailing blanks.'),
})

/** Routes by which operators sign in and out. They are outside the admin API, hence not in the inventory. */
export const authRoutes = [
  operation(
    {
      method: 'GET',
      path: '/auth/methods',
      operationId: 'readSignInMethods',
      tag: 'Session',
      summary: 'List the ways to sign in',
      description: 'The options of the sign-in page.',
      access: 'anybody',
      answers: { 200: { description: 'The ways to sign in.', schema: SignInMethods } },
    },
    (_request, { config: { localSignIn }, oidc }) =>
      Promise.resolve({ local: localSignIn, provider: oidc && { label: oidc.label, url: '/auth/oidc/start' } }),
  ),
  operation(
    {
      method: 'POST',
      path: '/auth/login',
      operationId: 'signIn',
      tag: 'Session',
      summary: 'Sign in',
      description: 'Opens a session, which is stored in a cookie. An existing session of the browser ends.',
      access: 'anybody',
      body: SignInInput,
      example: { email: 'ana@example.org', password: 'una-clave-larga' },
      answers: {
        200: {
          description: 'The new session.',
          schema: OpenedSession,
          headers: {
            'Set-Cookie': 'The session cookie, HttpOnly and SameSite=Strict.',
          },
        },
      },
      refusals: {
        401: 'The e-mail or the password is wrong, or the account is disabled; the response does not tell which.',
        429: 'Too many failed sign-ins: 5 for an e-mail from one address, or 50 from any address, within 15 minutes.',
      },
    },
    async ({ body, req, at, address, requestId, traceId }, { db, config }) => {
      const oldToken = readSessionToken(req.headers.cookie, config.publicOrigin)
      const { token, viewer } = await signIn(db, {
        ...body,
        at,
        address,
        requestId,
        traceId,
        idleMinutes: config.sessionIdleMinutes,
        oldToken,
        isBreakGlass: config.localSignIn === 'break-glass',
      })
      return answer(200, sessionBody(viewer, config.environment), withCookie(sessionCookie(token, config.publicOrigin)))
    },
  ),
  operation(
    {
      method: 'POST',
      path: '/auth/logout',
      operationId: 'signOut',
      tag: 'Session',
      summary: 'Sign out',
      description:
        'Ends the session immediately, on every instance. Without a session, or with a token, nothing happens. ' +
        'For an operator of the identity provider, the response contains the URL to sign out there too.',
      access: 'anybody',
      answers: {
        200: {
          description: 'The session has ended, but not the one at the identity provider.',
          schema: SignedOut,
          headers: { 'Set-Cookie': 'Deletes the session cookie.' },
        },
        204: { description: 'The session has ended.', headers: { 'Set-Cookie': 'Deletes the session cookie.' } },
      },
    },
    async ({ req, at, address, requestId, traceId }, deps) => {
      const viewer = await authenticate({ headers: req.headers, address }, deps)
      if (viewer && !viewer.token && viewer !== deps.probe.viewer) {
        await signOut(deps.db, viewer, { at, address, requestId, traceId })
      }
      const headers = withCookie(expiredSessionCookie(deps.config.publicOrigin))
      const providerUrl = viewer && !viewer.token && (await deps.oidc?.endSessionUrl(viewer.operator.id))
      return providerUrl ? answer(200, { providerUrl }, headers) : answer(204, undefined, headers)
    },
  ),
]

const withCookie = (cookie: string) => ({ 'set-cookie': cookie, 'cache-control': 'no-store' })
