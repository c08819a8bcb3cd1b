import { StartupError } from './lib/errors.ts'
import type { RoleMapping } from './setting-values.ts'
import { settings, type SettingValues } from './settings.ts'

/** The OpenID Connect provider with which operators may sign in. */
export type OidcSettings = {
  issuer: string
  clientId: string
  /** Null for a public client, which has no secret. */
  clientSecret: string | null
  scopes: string
  /** The claim that decides the role. Dots stand for nesting, e.g. `realm_access.roles`. */
  roleClaim: string
  roles: readonly RoleMapping[]
  /** The name of the provider on the sign-in page. */
  label: string
}

/** The mail server that sends e-mails, and their sender. */
export type SmtpSettings = { url: string; from: string }

/** The settings of one gateway, by their keys in `settings`. Settings that belong together form one value. */
export type Config = Omit<SettingValues, `oidc${string}` | 'smtpUrl' | 'smtpFrom' | 'introspection'> & {
  /** Null if operators sign in only with the passwords that Vigía keeps. */
  oidc: OidcSettings | null
  /** Null if e-mails cannot be sent. */
  smtp: SmtpSettings | null
  introspection: NonNullable<SettingValues['introspection']>
}

/**
 * Parses the settings in the environment; no other code reads it. Blanks and line ends around a value do not count: a file
 * of settings with CRLF has them. An empty variable counts as absent.
 * @throws StartupError naming every wrong setting at once.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const trimmed = Object.entries(env).map(([name, value = '']) => [name, value.trim()] as const)
  const present = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const read = Object.entries(settings).map(([key, { name, fallback, read }]) => {
    const { data, error } = read.safeParse(present[name] ?? fallback)
    return { key, data, errors: error?.issues.map(({ message }) => `${name} ${message}`) ?? [] }
  })
  const errors = [...read.flatMap((one) => one.errors), ...checkOidcIsWhole(present), ...checkSmtpIsWhole(present)]
  if (errors.length > 0) throw new StartupError(`Wrong settings: ${errors.join('; ')}.`)
  return toConfig(Object.fromEntries(read.map(({ key, data }) => [key, data])) as SettingValues)
}

const neededForOidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_ROLES', 'PUBLIC_ORIGIN']

/** An error for each missing setting of OpenID Connect that the others require. */
function checkOidcIsWhole(present: Record<string, string | undefined>): string[] {
  const [first] = Object.keys(present).filter(
    (name) => name.startsWith('OIDC_') || (name === 'LOCAL_SIGN_IN' && present[name] === 'break-glass'),
  )
  if (first === undefined) return []
  return neededForOidc
    .filter((name) => present[name] === undefined)
    .map((name) => `${name} must be set, as ${first} is`)
}

/** An error if only one of the two settings of e-mails is present. */
function checkSmtpIsWhole({ SMTP_URL: url, SMTP_FROM: from }: Record<string, string | undefined>): string[] {
  if ((url === undefined) === (from === undefined)) return []
  return url === undefined ? ['SMTP_URL must be set, as SMTP_FROM is'] : ['SMTP_FROM must be set, as SMTP_URL is']
}

function toConfig(values: SettingValues): Config {
  const { smtpUrl, smtpFrom, introspection, environment } = values
  return {
    ...values,
    oidc: toOidcSettings(values),
    smtp: smtpUrl !== null && smtpFrom !== null ? { url: smtpUrl, from: smtpFrom } : null,
    introspection: introspection ?? (isProduction(environment) ? 'off' : 'operators'),
  }
}

function toOidcSettings(values: SettingValues): OidcSettings | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcRoles: roles } = values
  if (issuer === null || clientId === null || roles === null) return null
  return {
    issuer,
    clientId,
    clientSecret: values.oidcClientSecret,
    scopes: values.oidcScopes,
    roleClaim: values.oidcRoleClaim,
    roles,
    label: values.oidcLabel ?? new URL(issuer).host,
  }
}

const isProduction = (environment: string) => /^(pro|prod|production|producción)$/i.test(environment)
