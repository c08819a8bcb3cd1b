import type { Request } from 'express'
import { z } from 'zod'
import { signIn } from '../auth/sign-in.ts'
import { signOut } from '../auth/sign-out.ts'
import { sessionBody } from './admin/auth.ts'
import { OpenedSession } from './responses/session.ts'
import { noSessionCookie, sessionCookie, tokenIn } from './cookies.ts'
import { identify } from './authenticate.ts'
import { text } from './zod-fields.ts'
import { answer, operation } from './define-route.ts'
import { clientAddress, requestIdOf } from './request-log.ts'

const SignInInput = z.strictObject({
  email: text(254).describe('The e-mail of the operator, in any spelling.'),
  // Not trimmed: a blank at its end may be part of the password.
  password: z
    .string('must be a text')
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters')
    .describe('The password, blanks at its ends included.'),
})

/** Routes by which operators sign in and out. They are outside the admin API, hence not in the inventory. */
export const authRoutes = [
  operation(
    {
      method: 'POST',
      path: '/auth/login',
      operationId: 'signIn',
      tag: 'Session',
      summary: 'Sign in',
      description: 'Opens a session, which the cookie of the answer keeps. A session that the browser had before ends.',
      access: 'anybody',
      body: SignInInput,
      example: { email: 'ana@example.org', password: 'una-clave-larga' },
      answers: {
        200: {
          description: 'The session that was opened.',
          schema: OpenedSession,
          headers: {
            'Set-Cookie': 'The session; scripts cannot read it, and other sites cannot make a browser send it.',
          },
        },
      },
      refusals: {
        401: 'The e-mail or the password is wrong, or the account is disabled; which of them is not told.',
        429: 'Too many have failed: 5 of an e-mail from one address, or 50 from anywhere, within 15 minutes.',
      },
    },
    async ({ body, req, at }, { db, config, live }) => {
      const oldToken = tokenIn(req.headers.cookie, config.publicOrigin)
      const { token, signedIn } = await signIn(db, {
        ...body,
        ...requestMeta(req, at),
        idleMinutes: config.sessionIdleMinutes,
        oldToken,
      })
      if (oldToken) live.publish('sessions')
      return answer(
        200,
        sessionBody(signedIn, config.environment),
        withCookie(sessionCookie(token, config.publicOrigin)),
      )
    },
  ),
  operation(
    {
      method: 'POST',
      path: '/auth/logout',
      operationId: 'signOut',
      tag: 'Session',
      summary: 'Sign out',
      description: 'Ends the session, everywhere at once. Without one nothing happens.',
      access: 'anybody',
      answers: {
        204: { description: 'There is no session any more.', headers: { 'Set-Cookie': 'Forgets the session.' } },
      },
    },
    async ({ req, at }, parts) => {
      const signedIn = await identify(req.headers, parts)
      if (signedIn && signedIn !== parts.probe.signedIn) {
        await signOut(parts.db, signedIn, requestMeta(req, at))
        parts.live.publish('sessions')
      }
      return answer(204, undefined, withCookie(noSessionCookie(parts.config.publicOrigin)))
    },
  ),
]

const withCookie = (cookie: string) => ({ 'set-cookie': cookie, 'cache-control': 'no-store' })

const requestMeta = (req: Request, at: Date) => ({ at, address: clientAddress(req), requestId: requestIdOf(req) })
