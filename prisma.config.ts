import { defineConfig } from 'prisma/config'

// `generate` never runs the native engine, but the CLI would download it all the same: name any executable in its place.
if (process.argv.includes('generate')) process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? 'postgresql://localhost/vigia' },
})
