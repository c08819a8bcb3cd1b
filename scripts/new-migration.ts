// Writes the SQL that brings the database from the migrations to prisma/schema.prisma: npm run migration -- NAME
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { listMigrations } from '../src/database/migrate.ts'
import { openSchemaEngine } from '../src/database/schema-engine.ts'

const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name))
  throw new Error('Name the migration in lower case with underscores: npm run migration -- add_something')

const content = await readFile('prisma/schema.prisma', 'utf8')
const engine = await openSchemaEngine(new PrismaPGlite(new PGlite()), content)
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
