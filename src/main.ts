import { once } from 'node:events'
import { readConfig } from './config.ts'
import { openDatabase } from './database/open.ts'
import { StartupError } from './lib/errors.ts'
import { log } from './lib/log.ts'
import type { RunningGateway } from './server.ts'

/** The process exits after this time even if shutdown has not finished. */
const shutdownTimeoutMs = 9_000

process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'unexpected failure outside a request')
  process.exit(1)
})

try {
  await run()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(`Vigía cannot start. ${error.message}`)
  process.exitCode = 1
}

async function run() {
  const config = readConfig(process.env)
  log.level = config.logLevel
  // Loads the rest of the code while the database opens.
  const [opened, { startGateway }] = await Promise.all([openDatabase(config, process.pid), import('./server.ts')])
  try {
    const gateway = await startGateway(config, opened)
    log.info({ url: gateway.url, database: config.databaseUrl ? 'PostgreSQL' : 'embedded' }, 'Vigía is ready')
    printFirstOperator(gateway)
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    await gateway.stop()
  } finally {
    await opened.close()
  }
  log.info('Vigía has stopped')
}

/** Prints a generated password, this once: it is neither stored nor logged. */
function printFirstOperator({ url, firstOperator }: RunningGateway) {
  if (!firstOperator?.generatedPassword) return
  console.error(
    `\nFirst start. Sign in at ${url} as ${firstOperator.email} with the password ${firstOperator.generatedPassword}\nIt is not shown again.\n`,
  )
}
