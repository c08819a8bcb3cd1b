// Writes the database that a first start copies: empty and migrated. It gets its name when it is complete.
import { renameSync, rmSync } from 'node:fs'
import { openDatabase } from '../dist/database/open.js'

const folder = 'dist/first-database'
const unfinished = `${folder}.unfinished`
for (const path of [folder, unfinished]) rmSync(path, { recursive: true, force: true })
const { close } = await openDatabase({ databaseUrl: null, dataDir: unfinished }, process.pid)
await close()
renameSync(`${unfinished}/postgres`, folder)
rmSync(unfinished, { recursive: true })
