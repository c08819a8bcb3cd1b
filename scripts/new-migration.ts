// Writes the SQL that migrates the database from the existing migrations to prisma/schema.prisma: npm run migration --
// NAME
import { mkdir, writeFile } from 'node:fs/promises'
import { diffSchema } from './schema-diff.ts'

const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name))
  throw new Error('Name the migration in lower case with underscores: npm run migration -- add_something')

const sql = await diffSchema()
const folder = `prisma/migrations/${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`
await mkdir(folder)
await writeFile(`${folder}/migration.sql`, sql)
console.log(`${folder}/migration.sql:\n${sql}`)
