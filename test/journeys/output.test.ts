import fc from 'fast-check'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createWriter } from '../../src/cli/output.ts'
import { encode } from '../../src/sinli/encode.ts'
import { shipment } from '../support/sinli/sinli.ts'

let folder = ''
let files: string[] = []
let observations = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'output-'))
  files = Array.from({ length: 50 }, (_, index) => join(folder, `${index}.txt`))
  const lines = Array.from({ length: 700 }, (_, quantity) => ({ quantity, priceCents: 1 }))
  await Promise.all(files.map((file) => writeFile(file, encode({ ...shipment, lines }))))
  observations = join(folder, 'observations.ndjson')
  await writeFile(observations, samples())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Two weeks of samples with an outage in every half hour, so that some thousand events are printed. */
function samples() {
  const start = Date.parse('2026-01-01T00:00:00Z')
  const at = (index: number) => ({ at: start + index * 10_000, ok: index % 180 < 90, durationMs: 1 })
  return Array.from({ length: 120_000 }, (_, index) => JSON.stringify(at(index))).join('\n')
}

describe('a writer', () => {
  it('keeps the order of texts and waits for a slow reader', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 30 })
    const property = fc.asyncProperty(texts, fc.integer({ min: 1, max: 64 }), async (written, highWaterMark) => {
      const stream = new PassThrough({ highWaterMark })
      const write = createWriter(stream)
      const read = text(stream)

      for (const one of written) await write(one)
      stream.end()

      expect(await read).toBe(written.join(''))
      expect(stream.listenerCount('drain')).toBe(0)
    })
    await fc.assert(property)
  })

  it('does not resolve before a reader has made room', async () => {
    const stream = new PassThrough({ highWaterMark: 4 })
    let hasRoom = false
    stream.on('drain', () => (hasRoom = true))
    const written = createWriter(stream)('more than four')
    setImmediate(() => stream.resume())

    await written

    expect(hasRoom).toBe(true)
  })

  it('rejects if the stream fails while it waits', async () => {
    const stream = new PassThrough({ highWaterMark: 1 })
    const written = createWriter(stream)('long')
    stream.destroy(new Error('the disk is full'))

    await expect(written).rejects.toThrow('the disk is full')
  })
})

const start = (tool: string, args: string[]) => {
  const child = spawn(process.execPath, ['--import', 'tsx', `src/cli/${tool}.ts`, ...args])
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  return { child, closed, errors: text(child.stderr) }
}

describe('the sinli command', () => {
  it('decodes fifty files for a slow reader and prints nothing to stderr', async () => {
    const { child, closed, errors } = start('sinli', ['decode', ...files])
    let output = ''
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      output += chunk as string
      await new Promise(setImmediate)
    }

    const answered = output.trimEnd().split('\n')

    expect(answered.map((line) => (JSON.parse(line) as { file: string }).file)).toEqual(files)
    expect(await errors).toBe('')
    expect(await closed).toEqual([0, null])
  })
})

describe.each([
  ['sinli', () => ['decode', ...files]],
  ['backtest', () => [observations]],
])('the %s command', (tool, args) => {
  it('ends quietly if its reader closes the pipe after the first line', async () => {
    const { child, closed, errors } = start(tool, args())

    await once(child.stdout, 'data')
    child.stdout.destroy()

    expect(await closed).toEqual([0, null])
    expect(await errors).toBe('')
  })
})

describe('the backtest command', () => {
  it('prints the events before a wrong line, and then the reason', async () => {
    const file = join(folder, 'wrong.ndjson')
    await writeFile(file, `${samples().split('\n').slice(0, 1_000).join('\n')}\nnone`)

    const { child, closed, errors } = start('backtest', [file])

    expect(await text(child.stdout)).toContain('"to":"Fallando"')
    expect(await errors).toBe('Line 1001: This is not a JSON object.\n')
    expect(await closed).toEqual([1, null])
  })
})
