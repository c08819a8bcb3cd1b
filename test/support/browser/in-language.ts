/**
 * Loads modules of the web application in Spanish, without a browser. It reads its language from the browser when its
 * modules are loaded; here there is none.
 */
export async function inSpanish<Modules>(load: () => Promise<Modules>): Promise<Modules> {
  const browser = { localStorage: { getItem: () => 'es' }, document: { documentElement: {} } }
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
