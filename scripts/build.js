// Builds what is not committed: the generated code, the server in dist/, the web application in dist/web/. Skips
// outputs that are up to date.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const stamp = 'dist/.built-from'
const inputs = [
  'package-lock.json',
  'codegen.yml',
  'tsconfig.json',
  'tsconfig.build.json',
  'prisma.config.ts',
  'prisma',
  'schema',
  'src',
  'web',
]
const steps = [
  ['the database client', 'prisma', 'generate'],
  ['the types of the schema', 'graphql-codegen', '--silent'],
  ['the server', 'tsc', '--project', 'tsconfig.build.json'],
  ['the document of the REST API', 'scripts/write-openapi.js'],
  ['the types of GraphQL for the web application', 'graphql-codegen', '--silent', '--config', 'web/codegen.yml'],
  [
    'the types of REST for the web application',
    'openapi-typescript',
    'dist/openapi.json',
    '-o',
    'web/src/generated/rest.ts',
  ],
  ['the web application', 'vite', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
]

const wanted = fingerprint()
if (process.argv.includes('--force') || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) build()

function build() {
  for (const [index, [what, tool, ...rest]] of steps.entries()) {
    console.error(`Building ${index + 1}/${steps.length}: ${what}`)
    run(tool, rest)
  }
  writeFileSync(stamp, wanted)
}

function run(tool, rest) {
  try {
    execFileSync(process.execPath, [binOf(tool), ...rest], { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64e6 })
  } catch (error) {
    console.error(`${error.stdout ?? ''}${error.stderr ?? ''}`)
    console.error(`The build failed at: ${tool} ${rest.join(' ')}`)
    process.exit(1)
  }
}

function binOf(tool) {
  if (tool.endsWith('.js')) return tool
  const packages = { 'graphql-codegen': '@graphql-codegen/cli', tsc: 'typescript' }
  const folder = join('node_modules', packages[tool] ?? tool)
  if (!existsSync(folder)) {
    console.error('Some packages are missing. Install them first: npm ci')
    process.exit(1)
  }
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[tool])
}

function fingerprint() {
  const hash = createHash('sha256').update(process.version.split('.')[0])
  for (const input of inputs) for (const file of filesOf(input)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .filter((name) => name !== 'generated')
    .flatMap((name) => filesOf(join(path, name)))
}
