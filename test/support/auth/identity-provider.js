// A real OpenID Connect provider in a process of its own: node identity-provider.js CLIENT_ORIGIN. It prints its issuer
// once it listens. Everybody signs in with the name of their account and any password. PUT /test/accounts/NAME sets
// what the provider says of an account.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

// oidc-provider 9 wants Node 22; this is all of it that Node 20 lacks.
URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null)
const { default: Provider } = await import('oidc-provider')

const [, , clientOrigin] = process.argv
const accounts = new Map()

const server = createServer((req, res) => void answer(req, res))
server.listen(0, '127.0.0.1', () => {
  issuer = `http://127.0.0.1:${server.address().port}`
  callback = createProvider().callback()
  console.log(issuer)
})
let issuer
let callback

async function answer(req, res) {
  const [, name] = /^\/test\/accounts\/(.+)$/.exec(req.url) ?? []
  if (name === undefined) return callback(req, res)
  accounts.set(decodeURIComponent(name), await json(req))
  return res.end()
}

function createProvider() {
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'vigia',
        client_secret: 'a-secret-of-the-client',
        redirect_uris: [`${clientOrigin}/auth/oidc/callback`],
        post_logout_redirect_uris: [`${clientOrigin}/sign-in`],
        backchannel_logout_uri: `${clientOrigin}/auth/oidc/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    cookies: { keys: ['a-key-of-the-provider'] },
    features: { backchannelLogout: { enabled: true } },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
    // Disables the library's protection against requests to this machine.
    fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
    // Grants consent without asking.
    async loadExistingGrant({ oidc: { provider, client, session, params } }) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope(params.scope)
      await grant.save()
      return grant
    },
  })
}
