import type { FieldNode, SelectionNode } from 'graphql'
import { noListCounts, oneRow, type ListCounts, type Rows, type Variables } from './list-sizes.ts'

/** Measured size of an operation; a fragment counts at each of its spreads. */
export type OperationCost = {
  /** Fields on the longest path; introspection fields count 0 with everything below them. */
  depth: number
  aliases: number
  directives: number
  /** Whether it requests `__schema` or `__type` at any depth. */
  introspects: boolean
  /** Schema coordinates of the lists and pages it selects, e.g. `Area.endpoints`. */
  lists: ReadonlySet<string>
  /** The variables that determine the sizes of lists. No other variable changes the estimate. */
  sizeVariables: ReadonlySet<string>
  /**
   * Estimated number of values in the response: each field counts once per row of the pages and lists around it. For a
   * part of an operation, the estimate is for one parent object out of `among` different ones.
   */
  costOf: (variables: Variables, counts?: ListCounts, among?: number) => number
}

const noNames: ReadonlySet<string> = new Set()

const noCost: OperationCost = {
  depth: 0,
  aliases: 0,
  directives: 0,
  introspects: false,
  lists: noNames,
  sizeVariables: noNames,
  costOf: () => 0,
}

/** The cost of a plain value: 1. */
export const valueCost: OperationCost = { ...noCost, costOf: () => 1 }

/** Memoizes the estimates until the list counts, or a variable that changes the estimates, differ from the last. */
export function memoize({
  costOf,
  sizeVariables,
}: Pick<OperationCost, 'costOf' | 'sizeVariables'>): OperationCost['costOf'] {
  const names = [...sizeVariables]
  let last: { sizes: unknown[]; counts: ListCounts; costs: Map<number, number> } | null = null
  return (variables, counts = noListCounts, among = 1) => {
    if (last?.counts !== counts || names.some((name, index) => last?.sizes[index] !== variables[name]))
      last = { sizes: names.map((name) => variables[name]), counts, costs: new Map() }
    const cost = last.costs.get(among) ?? costOf(variables, counts, among)
    last.costs.set(among, cost)
    return cost
  }
}

/** Cost of a field: itself plus its selections for each of its rows. */
export function fieldCost(
  { name: { value: name }, alias }: FieldNode,
  selectionCost: OperationCost,
  items: Items,
): OperationCost {
  return {
    ...selectionCost,
    depth: name.startsWith('__') ? 0 : selectionCost.depth + 1,
    aliases: selectionCost.aliases + (alias ? 1 : 0),
    introspects: selectionCost.introspects || name === '__schema' || name === '__type',
    sizeVariables: unionOf([selectionCost.sizeVariables, new Set(items.sizeVariables)]),
    costOf(variables, counts = noListCounts, among = 1) {
      const rows = items.of(variables, counts, among)
      return 1 + rows * selectionCost.costOf(variables, counts, items.amongOf(rows, among))
    },
  }
}

/**
 * The rows of a field. `amongOf` returns the `among` of the field's own selections, from the number of rows and the
 * `among` of the parent.
 */
export type Items = Rows & { amongOf: (rows: number, among: number) => number }

/** A single object. All parents may have the same object, so only one different object is certain. */
export const oneItem: Items = { ...oneRow, amongOf: () => 1 }

/** A part of a page, whose rows are counted at the page. */
export const itemOfPage: Items = { ...oneRow, amongOf: (_rows, among) => among }

/**
 * Rounds a number of objects down to a power of 2. Rounding down is safe, because the estimate for fewer objects is
 * larger. The rounded numbers are few, so their estimates are remembered for each fragment; the count of exact numbers
 * could double with each level of fragments.
 */
export const floorToPowerOf2 = (rows: number): number => 2 ** Math.floor(Math.log2(Math.max(1, rows)))

export const withDirectives = (
  cost: OperationCost,
  { directives = [] }: Pick<SelectionNode, 'directives'>,
): OperationCost => (directives.length > 0 ? { ...cost, directives: cost.directives + directives.length } : cost)

export function sumCosts(costs: readonly OperationCost[]): OperationCost {
  const sum = (of: (cost: OperationCost) => number) => costs.reduce((total, cost) => total + of(cost), 0)
  return {
    depth: costs.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
    aliases: sum(({ aliases }) => aliases),
    directives: sum(({ directives }) => directives),
    introspects: costs.some(({ introspects }) => introspects),
    lists: unionOf(costs.map(({ lists }) => lists)),
    sizeVariables: unionOf(costs.map(({ sizeVariables }) => sizeVariables)),
    costOf: (...sizes) => sum(({ costOf }) => costOf(...sizes)),
  }
}

/** Union of sets; most are empty, and a document can have a thousand. */
export function unionOf(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const filled = sets.filter(({ size }) => size > 0)
  return filled.length > 1 ? new Set(filled.flatMap((set) => [...set])) : (filled[0] ?? noNames)
}
