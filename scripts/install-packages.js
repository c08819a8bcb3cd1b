// Installs the packages of folders that only some commands need: node scripts/install-packages.js FOLDER…
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inTurn } from './in-turn.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Installs the packages of a folder of the repository, unless those of its lockfile are there. */
export async function installPackages(name) {
  const folder = join(root, name)
  const lockfile = readFileSync(`${folder}/package-lock.json`, 'utf8')
  const installed = `${folder}/node_modules/.installed.json`
  const isInstalled = () => existsSync(installed) && readFileSync(installed, 'utf8') === lockfile
  if (isInstalled()) return
  await inTurn('installing', async () => {
    if (isInstalled()) return
    console.error(`Installing the packages in ${name}/package.json`)
    // Redirects npm's output to standard error: standard output belongs to the command that needs the packages.
    const npm = spawn('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 2, 2] })
    const [code] = await once(npm, 'exit')
    if (code !== 0) throw new Error(`npm ci failed in ${name}.`)
    writeFileSync(installed, lockfile)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of process.argv.slice(2)) await installPackages(name)
