import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'

/**
 * Opens Prisma's schema engine as WebAssembly: it needs no download of a native binary, and works with both databases.
 * The caller must free it.
 */
export async function openSchemaEngine(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  datamodel?: string,
): Promise<SchemaEngine> {
  loading ??= load()
  const { SchemaEngine } = await loading
  const datamodels: [string, string][] | undefined = datamodel ? [['schema.prisma', datamodel]] : undefined
  return SchemaEngine.new({ datamodels }, () => undefined, bindMigrationAwareSqlAdapterFactory(adapter))
}

// The bindings are bound to the memory of a single WebAssembly instance, so the process loads only one.
let loading: Promise<Bindings> | undefined

async function load(): Promise<Bindings> {
  const bindings = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as unknown as Bindings
  const wasm = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm')
  const imports = { './schema_engine_bg.js': withUnreferencedTimers(bindings) }
  const { instance } = await WebAssembly.instantiate(await readFile(fileURLToPath(wasm)), imports)
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return bindings
}

// The engine leaves a 10 s timer behind, which must not delay the end of the process.
function withUnreferencedTimers(bindings: object): object {
  const unref =
    (start: (...args: unknown[]) => NodeJS.Timeout) =>
    (...args: unknown[]) =>
      start(...args).unref()
  const entries = Object.entries(bindings) as [string, (...args: unknown[]) => NodeJS.Timeout][]
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name.startsWith('__wbg_setTimeout') ? unref(value) : value]),
  )
}

type Bindings = { __wbg_set_wasm(exports: unknown): void; SchemaEngine: typeof SchemaEngine }

// The part of WebAssembly used here: TypeScript declares it only in the DOM library.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}
