import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { encode } from '../../src/sinli/encode.ts'
import { shipment } from '../support/sinli/sinli.ts'

/** The built tool; `npm test` builds first. */
const tool = fileURLToPath(new URL('../../dist/cli/sinli.js', import.meta.url))

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sinli-'))
  await writeFile(join(folder, 'shipment.txt'), encode(shipment))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the command', () => {
  it('answers each file with a line, in their order, and what cannot be read or decoded too', async () => {
    const files = ['shipment.txt', 'missing.txt', '.'].map((name) => join(folder, name))

    const { lines, errors, code } = await sinli(['decode', ...files])

    expect(lines).toMatchObject([
      {
        file: files[0],
        ok: true,
        document: 'ENVIO',
        lines: [{ quantity: 2 }, { quantity: 3 }],
        totals: { units: 5 },
        error: null,
      },
      { file: files[1], ok: false, document: null, lines: [], error: { code: 'ARCHIVO_ILEGIBLE' } },
      { file: files[2], ok: false, error: { code: 'ARCHIVO_ILEGIBLE' } },
    ])
    expect(Object.keys(lines[0] ?? {}).slice(0, 12)).toEqual([
      'file',
      'ok',
      'document',
      'version',
      'sender',
      'receiver',
      'encoding',
      'header',
      'lines',
      'totals',
      'warnings',
      'error',
    ])
    expect([code, errors]).toEqual([0, ''])
  })

  it('reads the standard input for -', async () => {
    const { lines, code } = await sinli(['decode', '-'], encode(shipment))

    expect(lines).toMatchObject([{ file: '-', ok: true, document: 'ENVIO' }])
    expect(code).toBe(0)
  })

  it('prints a long file whole', async () => {
    const long = { ...shipment, lines: Array.from({ length: 1201 }, (_, quantity) => ({ quantity, priceCents: 1 })) }

    const { lines } = await sinli(['decode', '-'], encode(long))

    expect(lines).toMatchObject([{ lines: long.lines }])
  })

  it('decodes forty files, of many writes each, without a warning of Node', async () => {
    const lines = Array.from({ length: 501 }, (_, quantity) => ({ quantity, priceCents: 1 }))
    const files = Array.from({ length: 40 }, (_, index) => join(folder, `many-${index}.txt`))
    await Promise.all(files.map((path) => writeFile(path, encode({ ...shipment, lines }))))

    const { lines: answers, errors, code } = await sinli(['decode', ...files])

    expect(answers.map(({ file }) => file)).toEqual(files)
    expect([code, errors]).toEqual([0, ''])
  })

  it.each([[], ['decode'], ['encode', 'x'], ['decode', '--all', 'x']])(
    'says how it is used when it is used like this: %j',
    async (...args) => {
      const { lines, errors, code } = await sinli(args)

      expect(lines).toEqual([])
      expect(errors).toMatch(/^Usage: .* decode FILE…/)
      expect(code).toBe(1)
    },
  )
})

async function sinli(args: string[], input: Uint8Array = new Uint8Array()) {
  const child = spawn(process.execPath, [tool, ...args])
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return {
    lines: output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>),
    errors,
    code,
  }
}
