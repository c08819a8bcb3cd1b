import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { givenDirectory } from './support/process/process.ts'
import { until } from './support/until.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Writes its output as a step of the build does, which a second process would disturb; ends once `go` exists. */
const step = `
  import { appendFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
  mkdirSync('dist/output.unfinished')
  appendFileSync('log', 'begin ')
  const timer = setInterval(() => {
    if (!existsSync('go')) return
    clearInterval(timer)
    writeFileSync('dist/output.unfinished/file', 'whole')
    renameSync('dist/output.unfinished', 'dist/output')
    appendFileSync('log', 'end ')
  }, 5)`

const build = `
  import { runSteps } from './scripts/build-steps.js'
  const steps = [{ name: 'the output', command: ['./step.js'], inputs: ['step.js'], outputs: ['dist/output'] }]
  await runSteps(steps, { force: process.argv.includes('--force') })`

/** A checkout whose build has one step, and a way to run it as a process of its own. */
async function givenCheckout() {
  const { path, ...directory } = await givenDirectory()
  await mkdir(join(path, 'scripts'))
  for (const name of ['build-steps.js', 'in-turn.js'])
    await cp(join(root, 'scripts', name), join(path, 'scripts', name))
  await symlink(join(root, 'node_modules'), join(path, 'node_modules'))
  const files = { 'package.json': '{ "type": "module" }', 'step.js': step, 'build.js': build, log: '' }
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content)

  const start = (...args: string[]) => {
    const child = spawn(process.execPath, ['build.js', ...args], {
      cwd: path,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = { stderr: '' }
    child.stderr.on('data', (text: Buffer) => (said.stderr += text.toString()))
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }))
    /** Kills it and the step that it runs. */
    const kill = () => child.pid && process.kill(-child.pid, 'SIGKILL')
    return { said, ended, kill }
  }
  return {
    ...directory,
    path,
    start,
    go: () => writeFile(join(path, 'go'), ''),
    log: () => readFile(join(path, 'log'), 'utf8'),
  }
}

const saysSomething = ({ said }: { said: { stderr: string } }) => said.stderr !== ''

it('of two first builds of a checkout at once, the second waits for the first and then has nothing to do', async () => {
  await using checkout = await givenCheckout()
  const first = checkout.start()
  await until('the first one builds', async () => (await checkout.log()) === 'begin ')
  const second = checkout.start()
  await until('the second one says what it does', () => saysSomething(second))

  await checkout.go()
  const both = await Promise.all([first.ended, second.ended])

  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both[1].stderr).toBe('Another process is building; waiting for it\n')
  expect(await checkout.log()).toBe('begin end ')
})

it('a build waits for no process when nothing is out of date', async () => {
  await using checkout = await givenCheckout()
  await checkout.go()
  await checkout.start().ended
  await mkdir(join(checkout.path, 'dist/.building.lock'))

  expect(await checkout.start().ended).toEqual({ code: 0, stderr: '' })
})

it('a build takes over from one that was killed', async () => {
  await using checkout = await givenCheckout()
  const killed = checkout.start()
  await until('it builds', async () => (await checkout.log()) === 'begin ')
  killed.kill()
  await killed.ended
  // As after the half minute in which the lock would have been renewed.
  await utimes(join(checkout.path, 'dist/.building.lock'), 0, 0)
  await rm(join(checkout.path, 'dist/output.unfinished'), { recursive: true })
  await checkout.go()

  const { code } = await checkout.start().ended

  expect(code).toBe(0)
  expect(await checkout.log()).toBe('begin begin end ')
})
