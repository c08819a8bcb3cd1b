import process from 'node:process'
import { verifyTrail, type VerificationResult } from '../audit/verify.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { StartupError } from '../lib/errors.ts'
import { log } from '../lib/log.ts'

// Silences the log: the only output is one line with the result.
log.level = 'silent'

try {
  const result = await verify()
  process.stdout.write(`${sentenceOf(result)}\n`)
  if (result.breach) process.exitCode = 1
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`The audit trail cannot be read. ${error.message}\n`)
  process.exitCode = 1
}

async function verify(): Promise<VerificationResult> {
  const { db, close } = await openDatabase(readConfig(process.env), process.pid)
  try {
    return await verifyTrail(db)
  } finally {
    await close()
  }
}

function sentenceOf({ intact, last, breach }: VerificationResult): string {
  if (!breach)
    return `The audit trail is intact: ${intact} entries${last ? `, the last one ${describeEntry(last)}` : ''}.`
  const where = breach.at ? `at entry ${describeEntry(breach.at)}` : 'at its beginning'
  return `The audit trail breaks ${where}: ${breach.defect}. Before that, ${intact} entries are intact.`
}

function describeEntry({ id, at }: { id: number; at: Date }): string {
  return `${id} of ${at.toISOString()}`
}
