// npm run dev: runs the server and the web application from their sources, on an embedded database in data/dev. After a
// change, the changed modules of the server and those that import them are loaded again, in this process; the database
// is reopened only if one of its own modules or its schema changed.
import { resolve } from 'node:path'
import { createServer, normalizePath } from 'vite'
import { codegenSteps, runSteps } from './build-steps.js'

process.env.DATA_DIR ??= 'data/dev'

/** Files besides its modules that the running server or its generated code is made from. */
const otherSources = ['schema', 'prisma', 'codegen.yml', 'web/codegen.yml', 'web/src/api']
const debounceMs = 50
const shutdownTimeoutMs = 9_000

const modules = await createServer({
  configFile: false,
  envDir: false,
  publicDir: false,
  root: 'src',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
})
const web = await createServer({ configFile: 'web/vite.config.ts' })
let database = null
let gateway = null
let timer

process.on('uncaughtException', reportError)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
await web.listen()
let updates = runSteps(codegenSteps).then(restart).catch(reportError)
modules.watcher.add(otherSources.map((path) => resolve(path))).on('all', (_event, file) => {
  // Vite discards the old code after asynchronous work that can take longer than the debounce.
  modules.environments.ssr.moduleGraph.onFileChange(normalizePath(file))
  clearTimeout(timer)
  timer = setTimeout(() => (updates = updates.then(() => update(file))), debounceMs)
})

/** Restarts at once: newly generated code is a change of its own, and restarts the server again if it uses it. */
async function update(file) {
  if (file.includes('/prisma/migrations/')) await closeServer()
  await Promise.all([restart, () => runSteps(codegenSteps)].map((work) => work().catch(reportError)))
}

/** Replaces the running server. If the new code cannot be loaded, the old one keeps running. */
async function restart() {
  const files = ['config', 'lib/log', 'database/open', 'server']
  const load = (file) => modules.environments.ssr.runner.import(`/${file}.ts`)
  const [{ readConfig }, { log }, { openDatabase }, { startGateway }] = await Promise.all(files.map(load))
  const config = readConfig(process.env)
  log.level = config.logLevel
  if (database?.openDatabase === openDatabase) await stopGateway()
  else await closeServer()
  database ??= { openDatabase, ...(await openDatabase(config, process.pid)) }
  gateway = await startGateway(config, database)
  describeStart(gateway)
}

function describeStart({ url, firstOperator }) {
  const [page] = web.resolvedUrls.local
  console.error(`\nVigía is ready at ${page}, its API at ${url}`)
  if (firstOperator?.generatedPassword)
    console.error(`First start. Sign in as ${firstOperator.email} with the password ${firstOperator.generatedPassword}`)
}

function reportError(error) {
  console.error(`\n${error.name === 'StartupError' ? error.message : error.stack}\nWaiting for the next change.`)
}

async function stopGateway() {
  const stopping = gateway
  gateway = null
  await stopping?.stop()
}

async function closeServer() {
  await stopGateway()
  const closing = database
  database = null
  await closing?.close()
}

async function stop() {
  setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
  await modules.watcher.close()
  await updates
  await closeServer()
  await Promise.all([web.close(), modules.close()])
  process.exit()
}
