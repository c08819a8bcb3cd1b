import { readFile } from 'node:fs/promises'
import { auditActions } from '../../src/audit/actions.ts'
import { commit } from '../../src/audit/commit.ts'
import { givenDatabase } from '../support/database/database.ts'
import { transactionsOf } from '../support/database/statements.ts'

it('a commit advances the revisions after the writes of its work, and appends the audit entries last', async () => {
  await using database = await givenDatabase()
  const entry = { by: { actor: 'a' }, at: new Date(), action: 'sign-in', object: 'b' } as const

  const [statements = []] = await transactionsOf(() =>
    commit(database.db, async (tx) => {
      await tx.area.updateMany({ data: { name: 'Una' } })
      return { views: ['panel'], audit: [entry] }
    }),
  )

  const tables = statements.flatMap((statement) => /"(Area|Revision|Audit\w+)"/.exec(statement)?.[1] ?? [])
  expect(tables).toEqual(['Area', 'Revision', 'AuditHead', 'AuditEntry'])
})

it('docs/audit.md lists every audited action', async () => {
  const document = await readFile(new URL('../../docs/audit.md', import.meta.url), 'utf8')
  const rows = document.split('\n').filter((line) => /^\| `[a-z-]+\.?/.test(line) && line.includes('.'))
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+(?:\.[a-z-]+)?)`/g)])

  const actions = listed.map(([, action = '']) => action)

  expect(actions.sort()).toEqual(auditActions.filter((action) => !action.startsWith('incident.')).sort())
})
