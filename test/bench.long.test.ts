import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

it('prints what recording a sample takes, beside what a request takes, as JSON and nothing else', async () => {
  const { code, stdout } = await bench('telemetry', '--json', '--seconds', '0.1', '--rounds', '1')

  const figures = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(figures.nsPerSample).toBeGreaterThan(0)
  expect(figures.bareRequestNs).toBeGreaterThan(0)
  expect(figures.bytesPerSubject).toBeGreaterThan(0)
})

it('names the benchmarks there are when it is asked for another', async () => {
  const { code, stdout, stderr } = await bench('nothing')

  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^There is no benchmark nothing\. There are: .*query-hot.*fanout.*telemetry.*\n$/)
})

/** Runs `npm run --silent bench`, without what npm itself would say. */
function bench(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'bench/main.ts', ...args],
      { cwd: root },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}
