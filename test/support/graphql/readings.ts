import { ValidationContext } from 'graphql'
import { Parser } from 'graphql/language/parser.js'

/** Counts the GraphQL documents that are parsed and validated anywhere in this process during some work. */
export async function countReadings(work: () => Promise<unknown>): Promise<{ parsed: number; validated: number }> {
  let parsed = 0
  const validations = new Set<object>()
  const stops = [
    watch(Parser.prototype, 'parseDocument', () => (parsed += 1)),
    // Each validation has its own context, on which every rule calls one of these methods.
    watch(ValidationContext.prototype, 'getSchema', (context) => validations.add(context)),
    watch(ValidationContext.prototype, 'getDocument', (context) => validations.add(context)),
    watch(ValidationContext.prototype, 'getFragment', (context) => validations.add(context)),
  ]
  try {
    await work()
  } finally {
    for (const stop of stops) stop()
  }
  return { parsed, validated: validations.size }
}

/** Wraps a method so that each call also calls `tell` with `this`. Returns a function that restores it. */
function watch(owner: object, name: string, tell: (asked: object) => void): () => void {
  const inherited = !Object.hasOwn(owner, name)
  const method = Reflect.get(owner, name) as (...args: unknown[]) => unknown
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    value(this: object, ...args: unknown[]) {
      tell(this)
      return method.apply(this, args)
    },
  })
  return () => {
    if (inherited) Reflect.deleteProperty(owner, name)
    else Object.defineProperty(owner, name, { configurable: true, writable: true, value: method })
  }
}
