import { parse, type OperationDefinitionNode } from 'graphql'
import {
  can,
  forbidden,
  permissions,
  permissionsOf,
  personalScopes,
  requirePermission,
  type Permission,
  type Role,
} from '../../src/auth/permissions.ts'
import { render } from '../../src/messages/sentences.ts'
import { createPermissionCheck, type CheckPermissions } from '../../src/graphql/guards/check-permissions.ts'
import { loadSchema } from '../../src/graphql/schema.ts'

const roles = ['lector', 'operador', 'admin'] as const

const withSession = (role: Role) => ({ operator: { role } })
const withToken = (role: Role, scopes: readonly Permission[]) => ({ operator: { role }, token: { scopes } })

const checkPermissions = createPermissionCheck(loadSchema())

const checkFields = (text: string, caller: Parameters<CheckPermissions>[2]) => {
  const document = parse(text)
  return checkPermissions(document, document.definitions[0] as OperationDefinitionNode, caller)
}

const isAct = (permission: Permission) => !permission.startsWith('read:')

describe('the permissions of a token', () => {
  it('are its scopes alone, in the order in which permissions are listed', () => {
    const scopes = ['unlock:Customer', 'read:Audit'] as const

    expect(permissionsOf(withToken('admin', scopes))).toEqual(['read:Audit', 'unlock:Customer'])
    expect(permissionsOf(withToken('admin', []))).toEqual([])
  })

  it('never exceed the role of its operator', () => {
    for (const role of roles)
      expect(permissionsOf(withToken(role, permissions))).toEqual(
        permissionsOf(withSession(role)).filter((permission) => permission !== 'manage:Operator'),
      )
  })

  it('never include the management of operators, whatever its scopes', () => {
    expect(can(withToken('admin', ['manage:Operator']), 'manage:Operator')).toBe(false)
    expect(can(withSession('admin'), 'manage:Operator')).toBe(true)
    expect(personalScopes).not.toContain('manage:Operator')
    expect(personalScopes).toHaveLength(permissions.length - 1)
  })
})

describe('the message for a token that lacks a permission', () => {
  it('names the scope that the token would need', () => {
    const message = 'The token does not allow this: it needs the scope unlock:Customer.'

    expect(render(forbidden(withToken('admin', ['read:Audit']), 'unlock:Customer'), 'en')).toBe(message)
    expect(() => requirePermission(withToken('admin', ['read:Audit']), 'unlock:Customer')).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message }),
    )
  })

  it('names the permission of the role if the token has the scope', () => {
    expect(render(forbidden(withToken('lector', ['unlock:Customer']), 'unlock:Customer'), 'en')).toBe(
      'The role lector does not allow this: it needs the permission unlock:Customer.',
    )
  })

  it('asks for a session if no token may have the permission', () => {
    expect(render(forbidden(withToken('admin', ['manage:Operator']), 'manage:Operator'), 'en')).toBe(
      'No token allows this: it needs the permission manage:Operator, and a session.',
    )
  })
})

describe('the root fields of a token', () => {
  it('are those that its scopes allow', () => {
    const caller = withToken('admin', ['read:Customer'])

    expect(checkFields('{ customers { id } __typename }', caller)).toBeNull()
    expect(checkFields('{ customers { id } suppliers { id } }', caller)).toMatchObject({
      message: 'The token does not allow this: it needs the scope read:Supplier.',
      extensions: { code: 'FORBIDDEN' },
    })
  })

  it.each(['{ mySessions { id } }', 'mutation { changePassword }'])(
    'exclude the own account, which needs a session: %s',
    (text) => {
      expect(checkFields(text, withToken('admin', personalScopes))?.message).toBe(
        'No token allows this: it needs a session.',
      )
      expect(checkFields(text, withSession('lector'))).toBeNull()
    },
  )
})

describe('a role', () => {
  it.each(['lector', 'operador'] as const)('%s acts on no subject but those of its permissions', (role) => {
    const allowed: readonly string[] = permissionsOf(withSession(role))
    const actions = new Set(permissions.filter(isAct).map((permission) => permission.split(':')[0]))
    const subjects = new Set(permissions.map((permission) => permission.split(':')[1]))
    const acts = [...actions].flatMap((action) => [...subjects].map((subject) => `${action}:${subject}` as Permission))

    const possible = acts.filter((act) => can(withSession(role), act))

    expect(new Set(possible)).toEqual(new Set(allowed.filter((permission) => isAct(permission as Permission))))
  })
})
