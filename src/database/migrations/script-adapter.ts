import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'

/**
 * Wraps an adapter so that it runs a script as a whole and waits for its end. One of the adapters splits scripts at
 * every semicolon, so a migration with a function fails; the other does not wait, and misses failing migrations.
 * Scripts that fail are told to `onError`: the error of the schema engine has no code and no reason.
 */
export function withScriptExecution(
  factory: SqlMigrationAwareDriverAdapterFactory,
  run: (script: string) => Promise<unknown>,
  onError: (error: unknown) => void = () => undefined,
): MigrationAdapter {
  const connections: { dispose: () => Promise<void> }[] = []
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    async connect() {
      const connection = await factory.connect()
      connection.executeScript = async (script) => {
        await run(script).catch((error: unknown) => {
          onError(error)
          throw error
        })
      }
      connections.push(connection)
      return connection
    },
    async dispose() {
      for (const connection of connections) await connection.dispose()
    },
  }
}

/** An adapter for migrations; `dispose` closes its connections. */
export type MigrationAdapter = SqlMigrationAwareDriverAdapterFactory & { dispose: () => Promise<void> }
