import { register } from 'tsx/esm/api'

type Language = 'es' | 'en'

/** Loads modules of the web application in Spanish, without a browser. */
export const inSpanish = <Modules>(load: () => Promise<Modules>): Promise<Modules> => inLanguage('es', load)

/**
 * Loads a module of the web application in English, without a browser. Modules keep the language in which they were
 * loaded, and test files share them: the English ones are others than the Spanish ones.
 */
export const inEnglish = async <Module>(url: URL): Promise<Module> =>
  inLanguage('en', async () => (await english.import(url.href, import.meta.url)) as Module)

const english = register({ namespace: 'english' })

// The web application reads its language from the browser when its modules are loaded; here there is none.
async function inLanguage<Modules>(language: Language, load: () => Promise<Modules>): Promise<Modules> {
  const browser = { localStorage: { getItem: () => language }, document: { documentElement: {} } }
  const restoring = Object.entries(browser).map(([name, value]) => {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true })
    return () => (before ? Object.defineProperty(globalThis, name, before) : Reflect.deleteProperty(globalThis, name))
  })
  try {
    return await load()
  } finally {
    for (const restore of restoring) restore()
  }
}
