import fc from 'fast-check'
import { safeNextPath } from '../../src/auth/oidc/next-path.ts'
import { roleOf } from '../../src/auth/oidc/role-claim.ts'
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
