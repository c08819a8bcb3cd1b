import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { renderSinli } from '../messages/sinli/sinli.ts'
import { decode } from '../sinli/decode.ts'
import { openStandardOutput } from './output.ts'

const usage = 'Usage: npm run --silent sinli -- decode FILE… A FILE may be - for the standard input.'

const write = openStandardOutput()

const arrayBatchSize = 500

const files = readArguments()
if (files.length === 0) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 1
}
for (const file of files) await print(await decodeFile(file))

function readArguments(): string[] {
  try {
    const { positionals } = parseArgs({ args: process.argv.slice(2), allowPositionals: true })
    return positionals[0] === 'decode' ? positionals.slice(1) : []
  } catch {
    return []
  }
}

async function decodeFile(file: string) {
  try {
    return { file, ...read(file === '-' ? await buffer(process.stdin) : await readFile(file)) }
  } catch (error) {
    // An unreadable file still gets a result; any other error is a bug, shown with its stack.
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return { file, ...read(new Uint8Array()), error: { code: 'ARCHIVO_ILEGIBLE', message: error.message } }
  }
}

/** A decoded file with its sentences in English. */
function read(bytes: Uint8Array) {
  const decoded = decode(bytes)
  const error = decoded.error && { code: decoded.error.code, message: renderSinli(decoded.error.sentence, 'en') }
  const warnings = decoded.warnings.map(({ sentence, ...rest }) => ({ ...rest, message: renderSinli(sentence, 'en') }))
  return { ...decoded, warnings, error }
}

// Writes in pieces: a large file as one string would take several times its memory.
async function print(result: Record<string, unknown>) {
  for (const piece of piecesOf(result)) await write(piece)
}

function* piecesOf(result: Record<string, unknown>): Generator<string> {
  for (const [index, [key, value]] of Object.entries(result).entries()) {
    yield `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`
    if (Array.isArray(value)) yield* piecesOfArray(value)
    else yield JSON.stringify(value)
  }
  yield '}\n'
}

function* piecesOfArray(values: readonly unknown[]): Generator<string> {
  yield '['
  for (let start = 0; start < values.length; start += arrayBatchSize) {
    const piece = JSON.stringify(values.slice(start, start + arrayBatchSize)).slice(1, -1)
    yield start === 0 ? piece : `,${piece}`
  }
  yield ']'
}
