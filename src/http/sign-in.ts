import { Router, type Request } from 'express'
import { z } from 'zod'
import { signIn } from '../access/sign-in.ts'
import { signOut } from '../access/sign-out.ts'
import { sessionBody } from './admin/auth.ts'
import { noSessionCookie, sessionCookie, tokenIn } from './cookies.ts'
import { identify } from './identify.ts'
import { text } from './inputs.ts'
import { jsonBody } from './json-body.ts'
import type { Parts } from './parts.ts'
import { addressOf, requestIdOf } from './requests.ts'

// The password is taken as it is: a blank at its end may be meant.
const Credentials = z.strictObject({
  email: text(254),
  password: z.string('must be a text').min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
})

/** Where operators sign in and out. It is outside the admin API, hence outside the inventory. */
export function signingIn(parts: Parts): Router {
  const { db, config, live } = parts
  const router = Router()

  router.post('/auth/login', jsonBody('100kb'), async (req, res) => {
    const credentials = Credentials.parse(req.body)
    const oldToken = tokenIn(req.headers.cookie, config.publicOrigin)
    const { token, signedIn } = await signIn(db, {
      ...credentials,
      ...circumstances(req, parts),
      idleMinutes: config.sessionIdleMinutes,
      oldToken,
    })
    if (oldToken) live.nudge('sessions')
    res
      .set({ 'set-cookie': sessionCookie(token, config.publicOrigin), 'cache-control': 'no-store' })
      .json(sessionBody(signedIn, config.environment))
  })

  router.post('/auth/logout', jsonBody('100kb'), async (req, res) => {
    const signedIn = await identify(req.headers, parts)
    if (signedIn && signedIn !== parts.probe.signedIn) {
      await signOut(db, signedIn, circumstances(req, parts))
      live.nudge('sessions')
    }
    res
      .set({ 'set-cookie': noSessionCookie(config.publicOrigin), 'cache-control': 'no-store' })
      .status(204)
      .end()
  })

  return router
}

const circumstances = (req: Request, { clock }: Parts) => ({
  at: new Date(clock.now()),
  address: addressOf(req),
  requestId: requestIdOf(req),
})
