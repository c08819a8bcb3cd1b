import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { OidcSettings } from '../../../src/config.ts'
import { readRoleMappings } from '../../../src/setting-values.ts'
import type { Json } from '../gateway.ts'

const program = fileURLToPath(new URL('identity-provider.js', import.meta.url))

/** Settings for the client that the providers of the tests know. */
export const oidcSettings = (issuer: string): OidcSettings => ({
  issuer,
  clientId: 'vigia',
  clientSecret: 'a-secret-of-the-client',
  scopes: 'openid email profile',
  roleClaim: 'roles',
  roles: readRoleMappings('admin=vigia-admins;operador=soporte,guardia;lector=consulta'),
  label: 'Acceso corporativo',
})

/** A real OpenID Connect provider (oidc-provider) in a process of its own, which knows the gateway at this origin. */
export async function givenIdentityProvider(clientOrigin: string) {
  const child = spawn(process.execPath, [program, clientOrigin], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const issuer = line.toString().trim()

  return {
    issuer,
    /** Sets the claims that the provider sends for an account. */
    setAccount: (name: string, claims: Json) =>
      fetch(`${issuer}/test/accounts/${name}`, { method: 'PUT', body: JSON.stringify(claims) }),
    /** Signs in as an account in a new browser, and returns the address to which the provider sends it back. */
    signIn: (url: string, name: string) => openProviderBrowser().signIn(url, name),
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

export type GivenIdentityProvider = Awaited<ReturnType<typeof givenIdentityProvider>>

/** A port that nothing listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A browser at the provider, which keeps its cookies. */
export function openProviderBrowser() {
  const cookies = new Map<string, string>()

  /** Requests a page, and follows redirects until a page comes, or the address of another site. */
  async function open(url: string, form?: Record<string, string>): Promise<{ url: string; page: string | null }> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(key, value)
    }
    const location = response.headers.get('location')
    if (location === null) return { url, page: await response.text() }
    const target = new URL(location, url)
    return target.origin === new URL(url).origin ? open(target.href) : { url: target.href, page: null }
  }

  return {
    /** Signs in as an account, and returns the address to which the provider sends the browser back. */
    async signIn(url: string, name: string): Promise<string> {
      const { page, url: back } = await open(url)
      if (page === null) return back
      return (await open(attributeIn(page, 'action'), { prompt: 'login', login: name, password: 'any' })).url
    },
    /** Confirms the sign-out, and returns the address to which the provider sends the browser back. */
    async signOut(url: string): Promise<string> {
      const { page } = await open(url)
      const xsrf = attributeIn(page ?? '', 'value')
      return (await open(attributeIn(page ?? '', 'action'), { xsrf, logout: 'yes' })).url
    },
  }
}

/** The value of the first attribute of this name in a page. */
const attributeIn = (page: string, name: string) => new RegExp(`${name}="([^"]+)"`).exec(page)?.[1] ?? ''
