import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { extensions } from '../src/database/embedded/embedded.ts'
import { listMigrations } from '../src/database/migrations/migrate.ts'
import { openSchemaEngine } from '../src/database/migrations/schema-engine.ts'
import { withScriptExecution } from '../src/database/migrations/script-adapter.ts'

const path = 'prisma/schema.prisma'

/** The SQL that migrates a database from the existing migrations to prisma/schema.prisma; a comment if there is none. */
export async function diffSchema(): Promise<string> {
  const content = await readFile(path, 'utf8')
  // The engine applies the migrations to this shadow database, which needs the same extensions.
  await using shadow = new PGlite({ extensions })
  const adapter = withScriptExecution(new PrismaPGlite(shadow), (script) => shadow.exec(script))
  const engine = await openSchemaEngine({ ...adapter, connectToShadowDb: () => adapter.connect() }, content)
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await listMigrations()) },
      to: { tag: 'schemaDatamodel', files: [{ path, content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    return stdout ?? ''
  } finally {
    engine.free()
  }
}
