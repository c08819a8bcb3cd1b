// Installs the packages of folders that only some commands need: node scripts/install-packages.js FOLDER…
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Installs the packages of a folder of the repository, unless those of its lockfile are there. */
export function installPackages(name) {
  const folder = join(root, name)
  const lockfile = readFileSync(`${folder}/package-lock.json`, 'utf8')
  const installed = `${folder}/node_modules/.installed.json`
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lockfile) return
  console.error(`Installing the packages in ${name}/package.json`)
  // Redirects npm's output to standard error: standard output belongs to the command that needs the packages.
  execFileSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 2, 2] })
  writeFileSync(installed, lockfile)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.argv.slice(2).forEach(installPackages)
