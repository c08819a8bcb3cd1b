import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'

/**
 * The adapter, running a script whole and waiting for its end. The adapters' own ways split it at every semicolon, or do
 * not wait: a migration with a function in it fails in the one, and a failing migration goes unnoticed in the other.
 */
export function withScriptExecution(
  factory: SqlMigrationAwareDriverAdapterFactory,
  run: (script: string) => Promise<unknown>,
): MigrationAdapter {
  const connections: { dispose: () => Promise<void> }[] = []
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    async connect() {
      const connection = await factory.connect()
      connection.executeScript = async (script) => {
        await run(script)
      }
      connections.push(connection)
      return connection
    },
    async dispose() {
      for (const connection of connections) await connection.dispose()
    },
  }
}

/** An adapter to migrate with, whose connections are given back by `dispose`. */
export type MigrationAdapter = SqlMigrationAwareDriverAdapterFactory & { dispose: () => Promise<void> }
