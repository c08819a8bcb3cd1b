import fc from 'fast-check'
import { safeNextPath } from '../../src/auth/oidc/next-path.ts'
import { mergeClaims, roleOf } from '../../src/auth/oidc/role-claim.ts'
import { readRoleMappings } from '../../src/setting-values.ts'

const own = 'https://vigia.example.org'

describe('the path to open after a sign-in', () => {
  it('is always one of our own origin, whatever was asked for', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      '\t',
      '\n',
      ':',
      '@',
      '?',
      '#',
      'https:',
      'evil.example',
      '%2f',
    )
    const path = fc.array(fc.oneof(part, fc.string()), { maxLength: 6 }).map((parts) => parts.join(''))

    fc.assert(
      fc.property(path, (requested) => {
        const next = safeNextPath(requested)

        expect(next).toMatch(/^\/(?![/\\])/)
        expect(new URL(next, own).origin).toBe(own)
      }),
    )
  })

  it.each(['/', '/incidents?status=OPEN#notes', '/libraries/EJ-001', '/explorer'])('may be %s', (path) => {
    expect(safeNextPath(path)).toBe(path)
  })

  it('is never a route of signing in, in any case', () => {
    const letters = fc.tuple(...[...'auth'].map((letter) => fc.constantFrom(letter, letter.toUpperCase())))
    const rest = fc.constantFrom('', 'oidc/start', 'OIDC/callback?code=1', 'login', '../auth/oidc/start')

    fc.assert(
      fc.property(letters, rest, (auth, path) => {
        expect(safeNextPath(`/${auth.join('')}/${path}`)).toBe('/')
      }),
    )
  })

  it('may have 2,000 plain characters, and any others that take no more room in a cookie', () => {
    const part = fc.constantFrom('/', '?', '#', '\\', '"', '%', 'x', 'ñ', '€', '🙂', '\t', '\u2028')
    const path = fc.tuple(fc.array(part, { maxLength: 4 }), part, fc.nat(2_500))

    expect(safeNextPath(`/${'x'.repeat(1_999)}`)).toHaveLength(2_000)
    fc.assert(
      fc.property(path, ([parts, repeated, count]) => {
        const next = safeNextPath(`/p${parts.join('')}${repeated.repeat(count)}`)

        expect(Buffer.byteLength(JSON.stringify(next))).toBeLessThanOrEqual(2_002)
      }),
    )
  })

  it.each([undefined, null, 7, ['/a', '/b'], '', '/auth/oidc/start'])('is the overview for %j', (requested) => {
    expect(safeNextPath(requested)).toBe('/')
  })
})

describe('the role of a person', () => {
  const mappings = readRoleMappings('lector=consulta;operador=soporte,guardia;admin=vigia-admins')

  it.each([
    [['guardia'], 'operador'],
    ['soporte', 'operador'],
    [['consulta', 'vigia-admins', 'soporte'], 'admin'],
    [['otros'], null],
    [[], null],
    [undefined, null],
    ['soporte,vigia-admins', null],
    [{ soporte: true }, null],
    [[['soporte']], null],
  ])('with the values %j is %s', (roles, expected) => {
    expect(roleOf({ roles }, 'roles', mappings)).toBe(expected)
  })

  it('may be nested, or have dots in its name', () => {
    expect(roleOf({ realm_access: { roles: ['soporte'] } }, 'realm_access.roles', mappings)).toBe('operador')
    expect(roleOf({ 'https://example.org/roles': 'soporte' }, 'https://example.org/roles', mappings)).toBe('operador')
  })

  it('may be in the part of a claim that the ID token lacks, or has as null', () => {
    for (const own of [{}, { app: null }, { app: {} }, { app: { roles: null } }, { app: { locale: 'es' } }])
      expect(roleOf(mergeClaims(own, { app: { roles: 'soporte' } }), 'app.roles', mappings)).toBe('operador')
    for (const other of [null, {}, { app: null }, { app: { roles: 'vigia-admins' } }])
      expect(roleOf(mergeClaims({ app: { roles: 'soporte' } }, other), 'app.roles', mappings)).toBe('operador')
    expect(roleOf(mergeClaims({ roles: [] }, { roles: ['soporte'] }), 'roles', mappings)).toBeNull()
  })

  it('is never found in what every object inherits', () => {
    const everything = readRoleMappings('admin=Object,function;lector=consulta')

    for (const claim of ['constructor.name', '__proto__', 'toString', 'roles.length'])
      expect(roleOf({ roles: ['x'] }, claim, everything)).toBeNull()
  })

  it('is that of * for everybody else, and never more than the values give', () => {
    const values = fc.array(fc.constantFrom('vigia-admins', 'soporte', 'consulta', 'otros', '*'))

    fc.assert(
      fc.property(values, (roles) => {
        const role = roleOf({ roles }, 'roles', readRoleMappings('lector=*;operador=soporte;admin=vigia-admins'))
        const expected = roles.includes('vigia-admins') ? 'admin' : roles.includes('soporte') ? 'operador' : 'lector'

        expect(role).toBe(expected)
      }),
    )
  })
})
