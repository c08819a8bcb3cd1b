// The steps of the build. A step runs if its inputs or outputs are not those of its last run.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inTurn } from './in-turn.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const stampFile = 'dist/.build.json'

const compiled = () =>
  filesOf('src')
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/^src/, 'dist').replace(/ts$/, 'js'))

/** Generates the code in `src/generated` and the GraphQL types in `web/src/generated`. */
export const codegenSteps = [
  {
    name: 'the database client',
    command: ['prisma', 'generate'],
    inputs: ['prisma/schema.prisma', 'prisma.config.ts', 'tsconfig.json'],
    outputs: ['src/generated/prisma'],
  },
  {
    name: 'the types of the schema',
    command: ['graphql-codegen', '--silent'],
    inputs: ['codegen.yml', 'schema', 'scripts/contract-plugin.js'],
    outputs: ['src/generated/graphql.ts', 'src/generated/contract.ts'],
  },
  {
    name: 'the types of GraphQL for the web application',
    command: ['graphql-codegen', '--silent', '--config', 'web/codegen.yml'],
    inputs: ['web/codegen.yml', 'schema', 'web/src/api'],
    outputs: ['gql.ts', 'graphql.ts', 'index.ts', 'persisted-documents.json'].map(
      (file) => `web/src/generated/${file}`,
    ),
  },
]

export const allSteps = [
  ...codegenSteps,
  {
    name: 'the server',
    command: ['tsc', '--project', 'tsconfig.build.json'],
    inputs: ['tsconfig.json', 'tsconfig.build.json', 'src'],
    outputs: compiled,
  },
  {
    name: 'the database of a first start',
    command: ['scripts/write-first-database.js'],
    inputs: ['prisma/migrations', 'src/database'],
    // Created elsewhere and renamed when complete, so checking one file suffices.
    outputs: ['dist/first-database/PG_VERSION'],
  },
  {
    name: 'the document of the REST API',
    command: ['scripts/write-openapi.js'],
    inputs: compiled,
    outputs: ['dist/openapi.json'],
  },
  {
    name: 'the types of REST for the web application',
    // A field of a request body with a default may be left out, though the body has a name.
    command: [
      'openapi-typescript',
      'dist/openapi.json',
      '-o',
      'web/src/generated/rest.ts',
      '--default-non-nullable=false',
    ],
    inputs: ['dist/openapi.json'],
    outputs: ['web/src/generated/rest.ts'],
  },
  {
    name: 'the files of the GraphQL explorer',
    command: ['scripts/write-explorer.js'],
    inputs: ['scripts/write-explorer.js'],
    outputs: ['web/src/generated/graphiql'],
  },
  {
    name: 'the web application',
    command: ['vite', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
    inputs: ['tsconfig.json', 'web', 'src/messages/sinli/labels.ts'],
    outputs: ['dist/web'],
  },
]

/**
 * Runs the steps that are out of date, in order, after those of another process.
 * @throws Error with the output of the step that failed.
 */
export async function runSteps(steps, { force = false } = {}) {
  if (!force && steps.every(isCurrent)) return
  await inTurn('building', async () => {
    for (const step of steps) {
      if (!force && isCurrent(step)) continue
      console.error(`Building ${step.name}`)
      await run(step.command)
      writeStamp(step)
    }
  })
}

function isCurrent(step) {
  try {
    return readStamps()[step.name] === fingerprint(step)
  } catch (error) {
    // Another process is building: it removed a file between its listing and its reading.
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function readStamps() {
  return existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {}
}

// Renamed when complete: other processes read it without the lock.
function writeStamp(step) {
  const unfinished = `${stampFile}.unfinished`
  writeFileSync(unfinished, JSON.stringify({ ...readStamps(), [step.name]: fingerprint(step) }, null, 2))
  renameSync(unfinished, stampFile)
}

function fingerprint({ command, inputs, outputs }) {
  const hash = createHash('sha256').update(command.join(' '))
  const paths = [inputs, outputs].flatMap((list) => (typeof list === 'function' ? list() : list))
  for (const file of ['package-lock.json', ...paths].flatMap(filesOf)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** All files below a path, in a fixed order; none if it does not exist. */
function filesOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats ? [path] : []
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

async function run([tool, ...args]) {
  await promisify(execFile)(process.execPath, [binOf(tool), ...args], { maxBuffer: 64e6 }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`${stdout}${stderr}\nThe build failed at: ${tool} ${args.join(' ')}`)
    },
  )
}

function binOf(tool) {
  if (tool.endsWith('.js')) return tool
  const packages = { 'graphql-codegen': '@graphql-codegen/cli', tsc: 'typescript' }
  const folder = join('node_modules', packages[tool] ?? tool)
  if (!existsSync(folder)) throw new Error('Some packages are missing. Install them first: npm ci')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[tool])
}
