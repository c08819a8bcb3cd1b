import { z } from 'zod'
import { checkMailboxUrl, readMailboxUrl } from './lib/mailbox-url.ts'
import { checked, oneOf, secret, textUpTo, wholeNumber } from './setting-readers.ts'
import * as values from './setting-values.ts'

/**
 * A setting: the name of its variable, the reader of its text, the text used if it is absent (null without a default),
 * and its purpose. The message of a failed reading is the rest of a sentence that begins with the name.
 */
export type Setting<Value = unknown> = {
  name: string
  read: z.ZodType<Value>
  fallback: string | null
  purpose: string
  /** In the documentation, the value of an absent setting without a fallback. */
  otherwise?: string
}

/** All settings, by their keys in the configuration, in the order of the documentation. */
export const settings = {
  port: withDefault('PORT', wholeNumber(0, 65_535), '4000', 'the port to listen on'),
  host: withDefault('HOST', checked(values.checkHost), '127.0.0.1', 'the address to listen on'),
  databaseUrl: optional(
    'DATABASE_URL',
    checked(values.checkDatabaseUrl),
    'PostgreSQL 15 or later, a database of its own (schema `public`); without it the embedded database in `DATA_DIR`',
  ),
  dataDir: withDefault(
    'DATA_DIR',
    z.string(),
    './data',
    'the directory of the embedded database; one process at a time',
  ),
  environment: withDefault('APP_ENVIRONMENT', textUpTo(20), 'STG', 'the text of the environment indicator'),
  adminEmail: optional(
    'ADMIN_EMAIL',
    z.email('must be an e-mail address'),
    'the e-mail of the first operator, created when there is none',
    '`admin@localhost`',
  ),
  adminPassword: optional(
    'ADMIN_PASSWORD',
    secret().max(200, 'must have at most 200 characters'),
    'the password of that operator',
    'generated',
  ),
  ingestToken: optional(
    'INGEST_TOKEN',
    // No header can carry control characters.
    secret().regex(/^\P{Cc}*$/u, 'must not contain control characters'),
    'a token for all services, in addition to those that administrators create',
  ),
  publicOrigin: optional(
    'PUBLIC_ORIGIN',
    checked(values.checkOrigin),
    'the origin that browsers use, e.g. `https://admin.example.org`; with https the cookie is `Secure`',
    'the host of the request',
  ),
  trustProxy: optional(
    'TRUST_PROXY',
    checked(values.checkTrustProxy).transform(values.readTrustProxy),
    "the number of trusted proxies, or a list of them (addresses, ranges, `loopback`, `linklocal`, `uniquelocal`), for the client's address",
  ),
  sessionIdleMinutes: withDefault(
    'SESSION_IDLE_MINUTES',
    wholeNumber(1, 10_080),
    '720',
    'how long a session lasts without a request, less up to a minute or a quarter of it; subscriptions alone do not extend it, so use a higher value for wall displays',
  ),
  oidcIssuer: optional(
    'OIDC_ISSUER',
    checked(values.checkIssuer),
    'the OpenID Connect provider for sign-in; it requires `OIDC_CLIENT_ID`, `OIDC_ROLES` and `PUBLIC_ORIGIN` ([details](sign-in.md))',
  ),
  oidcClientId: optional('OIDC_CLIENT_ID', z.string(), 'the client registered there'),
  oidcClientSecret: optional('OIDC_CLIENT_SECRET', z.string(), 'the secret of the client; without it a public client'),
  oidcScopes: withDefault('OIDC_SCOPES', checked(values.checkScopes), 'openid email profile', 'the scopes to ask for'),
  oidcRoleClaim: withDefault(
    'OIDC_ROLE_CLAIM',
    textUpTo(200),
    'roles',
    'the claim that gives the role; `realm_access.roles` for a nested one',
  ),
  oidcRoles: optional(
    'OIDC_ROLES',
    checked(values.checkRoleMappings).transform(values.readRoleMappings),
    'the roles that its values give: `admin=vigia-admins;operador=soporte,guardia;lector=*`',
  ),
  oidcLabel: optional(
    'OIDC_LABEL',
    textUpTo(40),
    'the name of the provider on the sign-in page',
    'the host of the issuer',
  ),
  localSignIn: withDefault(
    'LOCAL_SIGN_IN',
    oneOf('everybody', 'break-glass'),
    'everybody',
    '`break-glass`: the form for local passwords is behind a link on the sign-in page, and its use is audited as `sign-in.break-glass`',
  ),
  sampleData: withDefault(
    'SAMPLE_DATA',
    oneOf('true', 'false').transform((text) => text === 'true'),
    'true',
    'add a few fictitious libraries and customers to a new embedded database',
  ),
  introspection: optional(
    'INTROSPECTION',
    oneOf('off', 'operators', 'everybody'),
    'who may introspect the GraphQL schema: `off`, `operators` (operador and admin), `everybody` who is signed in',
    '`operators`; `off` if `APP_ENVIRONMENT` says production',
  ),
  trustedDocuments: withDefault(
    'TRUSTED_DOCUMENTS',
    oneOf('off', 'only'),
    'off',
    '`only`: roles without schema access may run only the operations of the web application',
  ),
  socketsPerOperator: withDefault(
    'SOCKETS_PER_OPERATOR',
    wholeNumber(1, 100_000),
    '20000',
    'the maximum number of open WebSockets of one operator on an instance',
  ),
  tokenRequestsPerMinute: optional(
    'TOKEN_REQUESTS_PER_MINUTE',
    wholeNumber(1, 1_000_000),
    'the maximum number of requests of a token per minute and instance; `INGEST_TOKEN` has no limit',
    '1200 for a personal token, 600 for a service',
  ),
  secretsKey: optional(
    'SECRETS_KEY',
    checked(values.checkSecretsKey).transform(values.readSecretsKey),
    'the key that encrypts the URLs and secrets of destinations: 32 bytes in base64 (`openssl rand -base64 32`); with `DATABASE_URL` there is no default, and only e-mail destinations can be created ([details](alerting.md))',
    'a file in `DATA_DIR`',
  ),
  outboundAllow: optional(
    'OUTBOUND_ALLOW',
    checked(values.checkRanges).transform(values.readRanges),
    'private addresses and ranges that messages may be sent to, also by plain http: `10.1.0.0/16,127.0.0.1`',
  ),
  smtpUrl: optional(
    'SMTP_URL',
    checked(values.checkSmtpUrl),
    'the mail server, e.g. `smtps://user:password@mail.example.org`; it requires `SMTP_FROM`',
  ),
  smtpFrom: optional('SMTP_FROM', checked(values.checkSender), 'the sender of e-mails'),
  pagerdutyUrl: withDefault(
    'PAGERDUTY_URL',
    checked(values.checkCalledUrl),
    'https://events.pagerduty.com/v2/enqueue',
    'the URL of the Events API; in the EU `https://events.eu.pagerduty.com/v2/enqueue`',
  ),
  heartbeatUrl: optional(
    'HEARTBEAT_URL',
    checked(values.checkCalledUrl),
    'requested every minute while the service works, so that another monitor detects when it stops',
  ),
  traceUrl: optional(
    'TRACE_URL',
    checked(values.checkTraceUrl),
    'the URL of a trace in the tracing system that stores its spans, e.g. `https://tempo.example.org/trace/{traceId}`: trace ids are then links ([tracing](tracing.md))',
  ),
  sinliMailbox: optional(
    'SINLI_MAILBOX',
    checked(checkMailboxUrl).transform(readMailboxUrl),
    'a mailbox that SINLI messages are read from over IMAP: `imaps://user:password@imap.example.org/INBOX` ([details](mailbox.md))',
  ),
  logLevel: withDefault(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    '`fatal` to `trace`, or `silent`',
  ),
} satisfies Record<string, Setting>

/** The values of all settings; null for one that is absent and has no fallback. */
export type SettingValues = { [Key in keyof typeof settings]: z.infer<(typeof settings)[Key]['read']> }

function withDefault<Value>(name: string, read: z.ZodType<Value>, fallback: string, purpose: string): Setting<Value> {
  return { name, read, fallback, purpose }
}

function optional<Value>(
  name: string,
  read: z.ZodType<Value>,
  purpose: string,
  otherwise = 'none',
): Setting<Value | null> {
  return { name, read: read.nullable(), fallback: null, purpose, otherwise }
}
