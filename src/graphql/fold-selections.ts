import {
  isCompositeType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** The place of a selection set: the type of its objects, if known. A fold may add more fields to pass down. */
export type Place = { parent: GraphQLCompositeType | undefined }

/** How a fold combines the selections of a document. */
export type Fold<At extends Place, Result> = {
  /** The result of a field. `below` folds the field's own selections at the place that it is given. */
  field: (node: FieldNode, at: At, below: (at: At) => Result) => Result
  /** The result of a selection set. */
  join: (results: readonly Result[]) => Result
  /** Distinguishes places of the same type; omitted if places differ only by their type. */
  keyOf?: (at: At) => string
  /** Changes the result of a selection, e.g. for its directives. */
  selected?: (node: SelectionNode, result: Result) => Result
  /** Changes the result of a fragment before it is used at each of its spreads. */
  fragment?: (result: Result) => Result
}

/**
 * Folds the selections of an operation or a fragment. All reading of documents before their cost is known goes through
 * here: a fragment is folded once per kind of place, however often it is spread, so that the work is linear in the size
 * of the document. Expanding each spread takes exponential time if every fragment spreads the next one twice.
 */
export function createFold<At extends Place, Result>(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  { field, join, keyOf = () => '', selected = (_, result) => result, fragment = (result) => result }: Fold<At, Result>,
): (selectionSet: SelectionSetNode, at: At) => Result {
  const fragments = new Map(definitions.filter(isFragment).map((definition) => [definition.name.value, definition]))
  const folded = new Map<string, Result>()

  const foldSet = ({ selections }: SelectionSetNode, at: At): Result =>
    join(selections.map((node) => selected(node, foldSelection(node, at))))

  function foldSelection(node: SelectionNode, at: At): Result {
    if (node.kind === Kind.FRAGMENT_SPREAD) return foldFragment(node.name.value, at)
    if (node.kind === Kind.INLINE_FRAGMENT)
      return foldSet(node.selectionSet, narrow(at, node.typeCondition?.name.value))
    return field(node, at, (below) => (node.selectionSet ? foldSet(node.selectionSet, below) : join([])))
  }

  function foldFragment(name: string, at: At): Result {
    const key = `${name} ${keyOf(at)}`
    const definition = fragments.get(name)
    if (!definition) return join([])
    if (folded.has(key)) return folded.get(key) as Result
    // Ends a cycle of fragments; only an invalid document has a cycle.
    folded.set(key, join([]))
    const result = fragment(foldSet(definition.selectionSet, narrow(at, definition.typeCondition.name.value)))
    folded.set(key, result)
    return result
  }

  function narrow(at: At, condition: string | undefined): At {
    if (condition === undefined) return at
    const type = schema.getType(condition)
    return { ...at, parent: isCompositeType(type) ? type : undefined }
  }

  return foldSet
}

/** Visits the fields of an operation or a fragment, those of a fragment once per kind of place. */
export const createVisit = <At extends Place>(
  schema: GraphQLSchema,
  document: DocumentNode,
  {
    field,
    keyOf,
  }: Pick<Fold<At, null>, 'keyOf'> & { field: (...visited: Parameters<Fold<At, null>['field']>) => void },
) =>
  createFold<At, null>(schema, document, {
    keyOf,
    join: () => null,
    field: (...visited) => {
      field(...visited)
      return null
    },
  })

const isFragment = (definition: { kind: Kind }): definition is FragmentDefinitionNode =>
  definition.kind === Kind.FRAGMENT_DEFINITION
