// Writes the SQL that migrates the database from the existing migrations to prisma/schema.prisma: npm run migration --
// NAME
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { extensions } from '../src/database/embedded/embedded.ts'
import { listMigrations } from '../src/database/migrations/migrate.ts'
import { openSchemaEngine } from '../src/database/migrations/schema-engine.ts'
import { withScriptExecution } from '../src/database/migrations/script-adapter.ts'

const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name))
  throw new Error('Name the migration in lower case with underscores: npm run migration -- add_something')

const content = await readFile('prisma/schema.prisma', 'utf8')
// The engine applies the migrations to this shadow database, which needs the same extensions.
const shadow = new PGlite({ extensions })
const adapter = withScriptExecution(new PrismaPGlite(shadow), (script) => shadow.exec(script))
const engine = await openSchemaEngine({ ...adapter, connectToShadowDb: () => adapter.connect() }, content)
const { stdout } = await engine.diff({
  from: { tag: 'migrations', ...(await listMigrations()) },
  to: { tag: 'schemaDatamodel', files: [{ path: 'prisma/schema.prisma', content }] },
  script: true,
  exitCode: null,
  filters: { externalTables: [], externalEnums: [] },
})
const folder = `prisma/migrations/${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`
await mkdir(folder)
await writeFile(`${folder}/migration.sql`, stdout ?? '')
console.log(`${folder}/migration.sql:\n${stdout}`)
process.exit(0)
