import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import type { Json } from '../gateway.ts'

/** The deviation of a token from a valid one: other claims, or a foreign key. */
export type Forgery = { claims?: JWTPayload; key?: 'own' | 'foreign' }

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * A provider that issues any token a test needs, for attacks that a real provider cannot simulate. `path` is that of its
 * issuer, as its metadata spell it.
 */
export async function givenForgingProvider(clientId: string, path = '') {
  const keys = { own: await generateKeyPair('RS256'), foreign: await generateKeyPair('RS256') }
  const jwk = { ...(await exportJWK(keys.own.publicKey)), kid: 'a-key', alg: 'RS256', use: 'sig' }
  const tokens = new Map<string, string>()
  /** What userinfo says of everybody; null if it fails. */
  const userInfo = { answer: null as Json | null, requests: 0 }
  let tokenRequests = 0

  const answers: Record<string, (body: string) => Json | undefined> = {
    [`${path.replace(/\/$/, '')}/.well-known/openid-configuration`]: () => ({
      issuer,
      authorization_endpoint: `${origin}/auth`,
      token_endpoint: `${origin}/token`,
      userinfo_endpoint: `${origin}/userinfo`,
      jwks_uri: `${origin}/jwks`,
      end_session_endpoint: `${origin}/end`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    }),
    '/userinfo': () => {
      userInfo.requests += 1
      return userInfo.answer ?? undefined
    },
    '/jwks': () => ({ keys: [jwk] }),
    '/token': (body) => {
      tokenRequests += 1
      const code = new URLSearchParams(body).get('code') ?? ''
      const idToken = tokens.get(code)
      tokens.delete(code)
      return { access_token: 'an-access-token', token_type: 'Bearer', expires_in: 60, id_token: idToken }
    },
  }
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      const answer = answers[req.url ?? '']?.(body)
      res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = origin + path

  /** A token for the client, valid for a minute. */
  const sign = ({ claims, key = 'own' }: Forgery, header: Json = {}) => {
    const now = Math.floor(Date.now() / 1_000)
    return new SignJWT({ iss: issuer, aud: clientId, iat: now, exp: now + 60, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'a-key', ...header })
      .sign(keys[key].privateKey)
  }

  return {
    origin,
    issuer,
    userInfo,
    tokenRequests: () => tokenRequests,
    sign,
    /** A logout token of the provider. */
    signLogout: (claims: Json) =>
      sign({ claims: { jti: crypto.randomUUID(), events: { [logoutEvent]: {} }, ...claims } }, { typ: 'logout+jwt' }),
    /** A code that the token endpoint exchanges for an ID token, once. */
    async issueCode(forgery: Forgery): Promise<string> {
      const code = crypto.randomUUID()
      tokens.set(code, await sign(forgery))
      return code
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type GivenForgingProvider = Awaited<ReturnType<typeof givenForgingProvider>>
