import { createReadStream } from 'node:fs'
import process from 'node:process'
import { DomainError } from '../lib/errors.ts'
import { openStandardOutput } from './output.ts'
import { runBacktest } from './run-backtest.ts'

const write = openStandardOutput()

try {
  const about = await runBacktest(
    process.argv.slice(2),
    (file) => (file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 20 })),
    (line) => write(`${line}\n`),
  )
  // Standard output contains only events.
  process.stderr.write(`${about.join('\n')}\n`)
} catch (error) {
  if (!isForTheReader(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

// An unreadable file or a DomainError gets only its message; any other error is a bug, shown with its stack.
function isForTheReader(error: unknown): error is Error {
  return error instanceof DomainError || (error instanceof Error && 'syscall' in error)
}
