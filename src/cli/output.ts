import { once } from 'node:events'
import process from 'node:process'
import type { Writable } from 'node:stream'

/** Writes a text; resolves once the stream accepts more. Callers must await it before writing again. */
export type Write = (text: string) => Promise<void>

/** Creates a writer that keeps order and respects backpressure. */
export function createWriter(stream: Writable): Write {
  return async (text) => {
    if (!stream.write(text)) await once(stream, 'drain')
  }
}

/** Writes to standard output; if its reader closes the pipe, as `head` does, the process exits with code 0. */
export function openStandardOutput(): Write {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
  return createWriter(process.stdout)
}
