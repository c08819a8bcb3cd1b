import { z } from 'zod'
import { StartupError } from './lib/errors.ts'
import { checkDatabaseUrl, checkHost, checkOrigin, checkTrustProxy, readTrustProxy } from './setting-values.ts'

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true')

const whole = (least: number, most: number, fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .default(String(fallback))
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`))

const checked = (check: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = check(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const Environment = z.object({
  PORT: whole(0, 65_535, 4000),
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
  INGEST_TOKEN: z.string().min(8, 'must have at least 8 characters').nullable().default(null),
  PUBLIC_ORIGIN: checked(checkOrigin).nullable().default(null),
  TRUST_PROXY: checked(checkTrustProxy).transform(readTrustProxy).nullable().default(null),
  SESSION_IDLE_MINUTES: whole(1, 10_080, 720),
  SAMPLE_DATA: flag(true),
  INTROSPECTION: z
    .enum(['off', 'operators', 'everybody'], 'must be one of off, operators, everybody')
    .nullable()
    .default(null),
  TRUSTED_DOCUMENTS: z.enum(['off', 'only'], 'must be off or only').default('off'),
  SOCKETS_PER_OPERATOR: whole(1, 100_000, 20_000),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
})

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
  sampleData: boolean
  /** Permission to introspect the GraphQL schema: no one, roles with `explore:Schema`, or every signed-in operator. */
  introspection: 'off' | 'operators' | 'everybody'
  /** `only` restricts roles without `explore:Schema` to the documents of the admin application. */
  trustedDocuments: 'off' | 'only'
  socketsPerOperator: number
  logLevel: string
}

/**
 * Parses the settings in the environment; no other code reads it. An empty variable counts as absent.
 * @throws StartupError naming every wrong setting at once.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(present)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new StartupError(`Wrong settings: ${wrong.join('; ')}.`)
  }
  return asConfig(parsed.data)
}

function asConfig(data: z.infer<typeof Environment>): Config {
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
    sampleData: data.SAMPLE_DATA,
    introspection: data.INTROSPECTION ?? (isProduction(data.APP_ENVIRONMENT) ? 'off' : 'operators'),
    trustedDocuments: data.TRUSTED_DOCUMENTS,
    socketsPerOperator: data.SOCKETS_PER_OPERATOR,
    logLevel: data.LOG_LEVEL,
  }
}

const isProduction = (environment: string) => /^(pro|prod|production|producción)$/i.test(environment)
