import { type Fields } from './values.ts'

/** Sums over the lines of a document; null if the lines lack the fields. */
export type Amounts = {
  units: number | null
  grossCents: number | null
  netCents: number | null
  /** Accepted rounding difference from the sender, in cents: half a cent per unit, plus one cent. */
  tolerance: number
}

/**
 * Sums lines: units; units times price; and the same less the discount. Each line is rounded to the cent, half a cent
 * away from zero. `names` are the fields this document's lines have; the price without VAT is used if it is one of
 * them.
 */
export function sumLines(lines: readonly Fields[], names: ReadonlySet<string>): Amounts {
  if (!names.has('quantity')) return { units: null, grossCents: null, netCents: null, tolerance: 0 }
  const price = ['priceCents', 'priceWithVatCents'].find((name) => names.has(name))
  const sums = { units: 0, gross: 0n, net: 0n, tolerance: 1 }
  for (const line of lines) addLine(sums, line, price)
  const isPriced =
    price !== undefined && lines.every((line) => numberField(line, 'quantity') === 0 || line[price] !== null)
  return {
    units: sums.units,
    grossCents: isPriced ? toSafeNumber(sums.gross) : null,
    netCents: isPriced && names.has('discountBasisPoints') ? toSafeNumber(sums.net) : null,
    tolerance: Math.floor(sums.tolerance),
  }
}

/** The sum of fields over records; null if there are no records. */
export function sumOf(records: readonly Fields[] | undefined, ...names: string[]): number | null {
  if (records === undefined || records.length === 0) return null
  return records.reduce((sum, record) => sum + names.reduce((part, name) => part + numberField(record, name), 0), 0)
}

/** A number of a record; 0 if it is missing. */
export function numberField(fields: Fields, name: string): number {
  const value = fields[name]
  return typeof value === 'number' ? value : 0
}

type Sums = { units: number; gross: bigint; net: bigint; tolerance: number }

// BigInt: six digits of units times ten of cents times a percentage exceed the safe integers.
function addLine(sums: Sums, line: Fields, price: string | undefined): void {
  const quantity = numberField(line, 'quantity')
  const gross = BigInt(quantity) * BigInt(price === undefined ? 0 : numberField(line, price))
  sums.units += quantity
  sums.gross += gross
  sums.net += applyDiscount(gross, numberField(line, 'discountBasisPoints'))
  sums.tolerance += Math.max(1, Math.abs(quantity)) / 2
}

function applyDiscount(cents: bigint, basisPoints: number): bigint {
  const scaled = cents * BigInt(10_000 - basisPoints)
  return (scaled + (scaled < 0n ? -5_000n : 5_000n)) / 10_000n
}

function toSafeNumber(cents: bigint): number | null {
  const number = Number(cents)
  return Number.isSafeInteger(number) ? number : null
}
