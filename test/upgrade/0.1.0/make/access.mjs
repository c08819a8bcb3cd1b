import { signInPerson } from '../../../../src/auth/oidc/identities.ts'
import { mutate, nasty } from './context.mjs'

/** Sign-ins with the identity provider: accepted ones, and one for each reason to refuse. */
export async function signInByProvider({ db, clock }) {
  const request = {
    at: new Date(clock.now()),
    address: '127.0.0.1',
    requestId: null,
    idleMinutes: 720,
    oldSessionId: null,
  }
  const signIn = (sub, claims, more = {}) => {
    const person = {
      issuer: 'https://login.example.org',
      claims: { sub, email_verified: true, ...claims },
      role: 'lector',
      roleClaim: 'roles',
    }
    return signInPerson(db, { ...person, ...more }, request).catch((error) => error.message)
  }
  await signIn('1', { email: 'pia@example.org', name: 'Pía de ejemplo' })
  await signIn('1', { email: 'pia@example.org' }, { role: 'operador' })
  await signIn('2', { email: 'eva@example.org' })
  await signIn('3', { email: 'sin@example.org' }, { role: null })
  await signIn('3', { email: 'sin@example.org' }, { role: null, roleClaim: 'realm "uno", a.b: no' })
  await signIn('4', { email: 'rui@example.org' })
  await signIn('5', {})
  await signIn('5', { email: 'no@example.org', email_verified: false })
  await signIn('5', { email: `no "correo", ${nasty}` })
  await signIn('6', { email: 'luis@example.org', email_verified: undefined })
  await signIn('7', { email: 'ana@example.org' })
  await db.$executeRawUnsafe('CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$')
  await db.$executeRawUnsafe(
    'CREATE TRIGGER keep BEFORE INSERT ON "OperatorIdentity" FOR EACH ROW EXECUTE FUNCTION keep()',
  )
  await signIn('8', { email: 'tarde@example.org' })
  await db.$executeRawUnsafe('DROP TRIGGER keep ON "OperatorIdentity"')
  await db.$executeRawUnsafe('DROP FUNCTION keep')
}

/** What is stored of a sign-in in progress, and of a logout by the provider. The rows are written directly. */
export async function beginSignIn({ db, clock }) {
  const expiresAt = new Date(clock.now() + 600_000)
  const secrets = { state: 'state', nonce: 'nonce', verifier: 'verifier' }
  await db.signInAttempt.create({
    data: { id: 'an attempt', ...secrets, next: '/incidents', sessionId: null, expiresAt },
  })
  await db.logoutToken.create({ data: { id: 'a token', expiresAt } })
}

const updatedAt = '2026-01-01T00:00:00Z'

/** Customers whose login is locked for failed sign-ins, by the platform, and no longer. */
export async function haveCustomers(server) {
  const { ingest } = server
  const put = (id, more = {}) =>
    ingest('PUT', `/ingest/v1/customers/${encodeURIComponent(id)}`, {
      name: `Cliente ${id}`,
      email: `${id}@example.org`,
      updatedAt,
      ...more,
    })
  const strange = 'c "6", está (más).'
  for (const id of ['c-1', 'c-2', 'c-3', 'c-4', 'c-5', strange]) await put(id, { libraryCode: 'L-1' })
  for (const id of ['c-1', 'c-2'])
    for (let failure = 0; failure < 5; failure++)
      await ingest('POST', `/ingest/v1/customers/${id}/sign-in-failures`, {})
  await ingest('POST', '/ingest/v1/customers/c-5/sign-in-failures', {})
  const later = '2026-01-02T00:00:00Z'
  await put('c-3', { locked: true, lockReason: 'Impago', updatedAt: later })
  await put('c-4', { locked: true, lockReason: nasty, updatedAt: later })
  await mutate(server, 'unlockCustomer', 'UnlockCustomerInput', { id: 'c-2', reason: nasty }, '__typename')
  await put(strange, { locked: true, lockReason: 'Impago', updatedAt: later })
  for (const id of ['c-3', strange]) await mutate(server, 'unlockCustomer', 'UnlockCustomerInput', { id }, '__typename')
}

/** Answers kept under an Idempotency-Key, with what was refused in them. */
export async function keepAnswers({ clock, ingest }) {
  const post = (path, key, body) => ingest('POST', path, body, { 'idempotency-key': key })
  const libraries = [
    { code: 'L-6', name: 'Otra', sinliId: 'LIB00001', updatedAt },
    { code: 'L-6', name: 7, sinliId: 'x'.repeat(21), runbookUrl: 'ftp://example.org', updatedAt: 'ayer', más: 1 },
    { code: 'L-1', name: 'Antigua', sinliId: 'LIB00001', updatedAt: '2020-01-01T00:00:00Z' },
  ]
  await post('/ingest/v1/libraries:batch', 'libraries', { libraries })
  const lockedAt = new Date(clock.now() + 3_600_000).toISOString()
  const customers = [
    { id: 'c-9', name: 'Cliente', email: 'c@example.org', locked: true, lockedAt, updatedAt },
    { id: 'c-9', locked: 'sí' },
  ]
  await post('/ingest/v1/customers:batch', 'customers', { customers })
  await post('/ingest/v1/suppliers:batch', 'suppliers', { suppliers: [{ sinliId: 'a "b"', name: '', updatedAt }] })
  const integration = (id, more = {}) => ({ kind: 'integration', id, ok: true, durationMs: 1, ...more })
  const at = (minutes) => new Date(clock.now() + minutes * 60_000).toISOString()
  const observations = [
    integration('unknown'),
    integration('a "b", c'),
    integration('retired'),
    { ...integration('L-99'), kind: 'library' },
    { ...integration('L-5'), kind: 'library' },
    { kind: 'endpoint', method: 'GET', path: '/api/admin/none/', status: 200, durationMs: 1 },
    { kind: 'endpoint', method: 'POST', path: '/api/admin/stock/recount/', status: 200, durationMs: 1 },
    { kind: 'endpoint', method: 'GET', path: '/api/admin/libraries/', durationMs: 'x', at: 'ayer' },
    { kind: 'endpoint', method: 'GET', path: '/api/admin/libraries/', durationMs: 1 },
    integration('mail', { at: at(-61) }),
    integration('mail', { at: at(2) }),
    integration('mail', { ok: 'yes', durationMs: -1, traceId: 'x' }),
    { kind: 'nothing' },
  ]
  await post('/ingest/v1/observations', 'observations', { observations })
  await post('/ingest/v1/customers/c-1/sign-in-failures', 'failure', {})
}
