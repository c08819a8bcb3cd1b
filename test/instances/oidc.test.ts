import { findFreePort, givenIdentityProvider, oidcSettings } from '../support/auth/identity-provider.ts'
import { givenTwoInstances } from '../support/process/instances.ts'
import { beginSignIn, finishSignIn } from '../support/auth/oidc-client.ts'

it('a sign-in with the identity provider begins at one instance and ends at the other, once', async () => {
  const publicOrigin = `http://127.0.0.1:${await findFreePort()}`
  await using provider = await givenIdentityProvider(publicOrigin)
  const { clientId, clientSecret } = oidcSettings(provider.issuer)
  await using house = await givenTwoInstances({
    PUBLIC_ORIGIN: publicOrigin,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret ?? '',
    OIDC_ROLES: 'operador=soporte',
  })
  const [here, there] = house.clients
  const claims = { email: 'eva@example.org', email_verified: true, name: 'Eva Ejemplo', roles: ['soporte'] }
  await provider.setAccount('eva', claims)

  const begun = await beginSignIn(here.url, '/incidents')
  const answer = (await provider.signIn(begun.url, 'eva')).replace(publicOrigin, there.url)
  const signedIn = await finishSignIn(answer, begun.cookie)
  const again = await finishSignIn(answer.replace(there.url, here.url), begun.cookie)

  expect(signedIn).toMatchObject({ status: 303, location: '/incidents' })
  expect(again).toMatchObject({ status: 400, cookie: null })
  const session = await fetch(`${here.url}/api/admin/auth/session/`, { headers: { cookie: signedIn.cookie ?? '' } })
  expect(await session.json()).toMatchObject({ operator: { email: 'eva@example.org', role: 'operador' } })
})
