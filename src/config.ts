import type { BlockList } from 'node:net'
import { z } from 'zod'
import { StartupError } from './lib/errors.ts'
import { checkMailboxUrl, readMailboxUrl, type MailboxSettings } from './lib/mailbox-url.ts'
import {
  checkCalledUrl,
  checkDatabaseUrl,
  checkHost,
  checkIssuer,
  checkOrigin,
  checkRanges,
  checkRoleMappings,
  checkScopes,
  checkSecretsKey,
  checkSender,
  checkSmtpUrl,
  checkTraceUrl,
  checkTrustProxy,
  readRanges,
  readRoleMappings,
  readSecretsKey,
  readTrustProxy,
  type RoleMapping,
} from './setting-values.ts'

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true')

const wholeNumber = (min: number, max: number, fallback?: number) =>
  (fallback === undefined ? wholeNumberText(min, max) : wholeNumberText(min, max).default(String(fallback)))
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

const wholeNumberText = (min: number, max: number) =>
  z.string().regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)

const checked = (check: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = check(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const Environment = z.object({
  PORT: wholeNumber(0, 65_535, 4000),
  HOST: checked(checkHost).default('127.0.0.1'),
  DATABASE_URL: checked(checkDatabaseUrl).nullable().default(null),
  DATA_DIR: z.string().default('./data'),
  APP_ENVIRONMENT: z.string().max(20, 'must have at most 20 characters').default('STG'),
  ADMIN_EMAIL: z.email('must be an e-mail address').nullable().default(null),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(200, 'must have at most 200 characters')
    .nullable()
    .default(null),
  INGEST_TOKEN: z
    .string()
    .min(8, 'must have at least 8 characters')
    // No header can carry them.
    .regex(/^\P{Cc}*$/u, 'must not contain control characters')
    .nullable()
    .default(null),
  PUBLIC_ORIGIN: checked(checkOrigin).nullable().default(null),
  TRUST_PROXY: checked(checkTrustProxy).transform(readTrustProxy).nullable().default(null),
  SESSION_IDLE_MINUTES: wholeNumber(1, 10_080, 720),
  OIDC_ISSUER: checked(checkIssuer).nullable().default(null),
  OIDC_CLIENT_ID: z.string().nullable().default(null),
  OIDC_CLIENT_SECRET: z.string().nullable().default(null),
  OIDC_SCOPES: checked(checkScopes).default('openid email profile'),
  OIDC_ROLE_CLAIM: z.string().max(200, 'must have at most 200 characters').default('roles'),
  OIDC_ROLES: checked(checkRoleMappings).transform(readRoleMappings).nullable().default(null),
  OIDC_LABEL: z.string().max(40, 'must have at most 40 characters').nullable().default(null),
  LOCAL_SIGN_IN: z.enum(['everybody', 'break-glass'], 'must be everybody or break-glass').default('everybody'),
  SAMPLE_DATA: flag(true),
  INTROSPECTION: z
    .enum(['off', 'operators', 'everybody'], 'must be one of off, operators, everybody')
    .nullable()
    .default(null),
  TRUSTED_DOCUMENTS: z.enum(['off', 'only'], 'must be off or only').default('off'),
  SOCKETS_PER_OPERATOR: wholeNumber(1, 100_000, 20_000),
  TOKEN_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).nullable().default(null),
  SECRETS_KEY: checked(checkSecretsKey).transform(readSecretsKey).nullable().default(null),
  OUTBOUND_ALLOW: checked(checkRanges).transform(readRanges).nullable().default(null),
  SMTP_URL: checked(checkSmtpUrl).nullable().default(null),
  SMTP_FROM: checked(checkSender).nullable().default(null),
  PAGERDUTY_URL: checked(checkCalledUrl).default('https://events.pagerduty.com/v2/enqueue'),
  HEARTBEAT_URL: checked(checkCalledUrl).nullable().default(null),
  TRACE_URL: checked(checkTraceUrl).nullable().default(null),
  SINLI_MAILBOX: checked(checkMailboxUrl).transform(readMailboxUrl).nullable().default(null),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
})

/** The OpenID Connect provider with which operators may sign in. */
export type OidcSettings = {
  issuer: string
  clientId: string
  /** Null for a public client, which has none. */
  clientSecret: string | null
  scopes: string
  /** The claim that decides the role, with dots for what is nested, e.g. `realm_access.roles`. */
  roleClaim: string
  roles: readonly RoleMapping[]
  /** The name of the provider on the sign-in page. */
  label: string
}

/** The mail server that sends e-mails, and their sender. */
export type SmtpSettings = { url: string; from: string }

/** The settings of one gateway; README.md describes them. */
export type Config = {
  port: number
  host: string
  /** PostgreSQL; null for the embedded database in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  environment: string
  adminEmail: string | null
  adminPassword: string | null
  ingestToken: string | null
  publicOrigin: string | null
  /** The value of Express's `trust proxy`: a number of hops, or addresses separated by commas; null trusts none. */
  trustProxy: string | number | null
  sessionIdleMinutes: number
  /** Null if operators sign in only with the passwords that Vigía keeps. */
  oidc: OidcSettings | null
  /** `break-glass` puts the form for local passwords behind a link, and audits its use as such. */
  localSignIn: 'everybody' | 'break-glass'
  sampleData: boolean
  /** Permission to introspect the GraphQL schema: no one, roles with `explore:Schema`, or every signed-in operator. */
  introspection: 'off' | 'operators' | 'everybody'
  /** `only` restricts roles without `explore:Schema` to the documents of the admin application. */
  trustedDocuments: 'off' | 'only'
  socketsPerOperator: number
  /** Requests per minute allowed to an API token; null for the default of its kind. */
  tokenRequestsPerMinute: number | null
  /** The key of the stored secrets of destinations; null if none is set. */
  secretsKey: Buffer | null
  /** Addresses that may be called although they are private, and without TLS; null for none. */
  outboundAllow: BlockList | null
  /** Null if e-mails cannot be sent. */
  smtp: SmtpSettings | null
  pagerdutyUrl: string
  /** Requested every minute while this service works; null for no heartbeat. */
  heartbeatUrl: string | null
  /** The address of a trace in another system, with `{traceId}` in its place; null for none. */
  traceUrl: string | null
  /** The mailbox that SINLI messages are read from; null for none. */
  sinliMailbox: MailboxSettings | null
  logLevel: string
}

/**
 * Parses the settings in the environment; no other code reads it. Blanks and line ends around a value do not count: a file
 * of settings with CRLF has them. An empty variable counts as absent.
 * @throws StartupError naming every wrong setting at once.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const trimmed = Object.entries(env).map(([name, value = '']) => [name, value.trim()] as const)
  const present = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(present)
  const issues = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  const errors = [...issues, ...checkOidcIsWhole(present), ...checkSmtpIsWhole(present)]
  if (errors.length > 0 || !parsed.data) throw new StartupError(`Wrong settings: ${errors.join('; ')}.`)
  return toConfig(parsed.data)
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

function toConfig(data: z.infer<typeof Environment>): Config {
  return {
    port: data.PORT,
    host: data.HOST,
    databaseUrl: data.DATABASE_URL,
    dataDir: data.DATA_DIR,
    environment: data.APP_ENVIRONMENT,
    adminEmail: data.ADMIN_EMAIL,
    adminPassword: data.ADMIN_PASSWORD,
    ingestToken: data.INGEST_TOKEN,
    publicOrigin: data.PUBLIC_ORIGIN,
    trustProxy: data.TRUST_PROXY,
    sessionIdleMinutes: data.SESSION_IDLE_MINUTES,
    oidc: toOidcSettings(data),
    localSignIn: data.LOCAL_SIGN_IN,
    sampleData: data.SAMPLE_DATA,
    introspection: data.INTROSPECTION ?? (isProduction(data.APP_ENVIRONMENT) ? 'off' : 'operators'),
    trustedDocuments: data.TRUSTED_DOCUMENTS,
    socketsPerOperator: data.SOCKETS_PER_OPERATOR,
    tokenRequestsPerMinute: data.TOKEN_REQUESTS_PER_MINUTE,
    secretsKey: data.SECRETS_KEY,
    outboundAllow: data.OUTBOUND_ALLOW,
    smtp: data.SMTP_URL !== null && data.SMTP_FROM !== null ? { url: data.SMTP_URL, from: data.SMTP_FROM } : null,
    pagerdutyUrl: data.PAGERDUTY_URL,
    heartbeatUrl: data.HEARTBEAT_URL,
    traceUrl: data.TRACE_URL,
    sinliMailbox: data.SINLI_MAILBOX,
    logLevel: data.LOG_LEVEL,
  }
}

function toOidcSettings(data: z.infer<typeof Environment>): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ROLES: roles } = data
  if (issuer === null || clientId === null || roles === null) return null
  return {
    issuer,
    clientId,
    clientSecret: data.OIDC_CLIENT_SECRET,
    scopes: data.OIDC_SCOPES,
    roleClaim: data.OIDC_ROLE_CLAIM,
    roles,
    label: data.OIDC_LABEL ?? new URL(issuer).host,
  }
}

const isProduction = (environment: string) => /^(pro|prod|production|producción)$/i.test(environment)
