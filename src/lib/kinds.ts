import { enumerations } from '../generated/contract.ts'

type Kind = (typeof enumerations.Kind)[number]

/**
 * The differences between kinds of subject. `noun` names one in a sentence and in the audit trail, `collection` several.
 * The key of a route is a method and a path, which the inventory finds; the service that serves it declares whether it is
 * critical, and retires it. An onboarded subject has an onboarding, by its key.
 */
type KindRow = { noun: Noun; collection: string; typeName: SubjectType; isRoute: boolean; isOnboarded: boolean }

type Noun = 'endpoint' | 'library' | 'integration'

/** The nouns of the kinds whose operations are reported: of all but routes, which have requests. */
export type OperationNoun = Exclude<Noun, 'endpoint'>

/** The types of subjects in the graph. */
type SubjectType = 'Endpoint' | 'Library' | 'Integration'

/** The kinds of subject, in the order in which sentences name them. */
export const kinds: Readonly<Record<Kind, KindRow>> = {
  ENDPOINTS: { noun: 'endpoint', collection: 'endpoints', typeName: 'Endpoint', isRoute: true, isOnboarded: false },
  LIBRERIAS: { noun: 'library', collection: 'libraries', typeName: 'Library', isRoute: false, isOnboarded: true },
  INTEGRACIONES: {
    noun: 'integration',
    collection: 'integrations',
    typeName: 'Integration',
    isRoute: false,
    isOnboarded: false,
  },
}

/** The kinds by their nouns. */
export const kindOfNoun: ReadonlyMap<string, Kind> = new Map(
  enumerations.Kind.map((kind) => [kinds[kind].noun, kind] as const),
)

/** The kinds whose operations are reported, by their nouns. */
export const kindOfOperation = Object.fromEntries(kindOfNoun) as Readonly<Record<OperationNoun, Kind>>

const rows = Object.values(kinds)
const operated = rows.filter(({ isRoute }) => !isRoute)

/** The nouns of all kinds, as in a sentence. */
export const anyNoun = inWords(
  rows.map(({ noun }) => noun),
  'or',
)

/** The nouns of operations. */
export const operationNouns = operated.map(({ noun }) => noun) as readonly OperationNoun[]

/** The collections of these kinds, as in a sentence. */
export const operatedCollections = inWords(
  operated.map(({ collection }) => collection),
  'and',
)

function inWords(words: readonly string[], last: 'and' | 'or'): string {
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`
}
