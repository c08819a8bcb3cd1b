// A Jest runner that loads test files with Node's own module loader instead of Jest's. Modules are loaded, and
// compiled by V8, once per worker instead of once per file; a gateway that starts in 3 s in a fresh module registry
// starts in 0.3 s here. Test files therefore share module state, as code in one process does, and cannot mock modules.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { configureGlobal } from 'fast-check'
import { register } from 'tsx/esm/api'

const require = createRequire(import.meta.url)
const asyncHooks = require('node:async_hooks')
const circus = require.resolve('jest-circus/runner')
const { default: runFile } = require(circus)

// The database of a test is WebAssembly and short-lived: to optimise it costs more CPU than that saves.
setFlagsFromString('--liftoff-only')

register()

// Every run tries the same generated values, so that a run that passed passes again; another seed tries others.
configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) })

/** Runs one test file; called by Jest. */
export default async function runNatively(globalConfig, config, environment, runtime, path, sendMessageToJest) {
  // Jest maps stack traces by its own transforms, of which there are none here.
  Error.prepareStackTrace = undefined
  process.setSourceMapsEnabled(true)
  globalThis.console = environment.global.console
  return runFile(globalConfig, config, inThisRealm(environment), nativeRuntime(runtime), path, sendMessageToJest)
}

const inThisRealm = (environment) => Object.create(environment, { global: { value: globalThis } })

let runs = 0

const nativeRuntime = (runtime) =>
  Object.assign(Object.create(runtime), {
    requireInternalModule: (path) => loadAfresh(path),
    setGlobalsForRuntime: () => {},
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(`${pathToFileURL(path).href}?run=${(runs += 1)}`),
  })

// The initializer holds the tests and event handlers of one file.
function loadAfresh(path) {
  forgetEarlierFiles()
  delete require.cache[path]
  return canReplaceStorage ? withSequentialStorage(() => require(path)) : require(path)
}

/**
 * Removes what Circus keeps on the global object, which Jest discards after each file if the object is that of the file.
 * Otherwise the handlers of every earlier file report each test again, and keep their file in memory.
 */
function forgetEarlierFiles() {
  delete globalThis[Symbol.for('EVENT_HANDLERS')]
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (key.description === 'JEST_STATE_SYMBOL') delete globalThis[key]
}

// Node 24 keeps the class from being replaced, and calls no hooks for it.
const canReplaceStorage = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage').writable

function withSequentialStorage(load) {
  const { AsyncLocalStorage } = asyncHooks
  asyncHooks.AsyncLocalStorage = SequentialStorage
  try {
    return load()
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage
  }
}

/**
 * Replaces the AsyncLocalStorage that tells Circus to which test an error belongs. The tests of a file run one after
 * the other, so the store is that of the test that runs now. Node 20 calls a hook for each promise and each storage of
 * the process, of which there would be one more after each file: a seventh of all CPU.
 */
class SequentialStorage {
  #store

  getStore() {
    return this.#store
  }

  async run(store, callback) {
    const outer = this.#store
    this.#store = store
    try {
      return await callback()
    } finally {
      this.#store = outer
    }
  }
}
