import type { Mismatch } from '../messages/sinli/en.ts'
import { sumLines, numberField, sumOf } from './amounts.ts'
import { type ParsedRecords } from './records/read-records.ts'
import { type Totals } from './types.ts'
import { type RecordLayout } from './layouts/layout.ts'
import { type Fields } from './values.ts'
import { type Warnings } from './warnings.ts'

/** The totals of a document without any. */
export const noTotals: Totals = { units: null, grossCents: null, netCents: null, totalCents: null, stated: null }

/**
 * Computes the totals of the lines and compares them with the stated ones. If they differ by no more than rounding, the
 * stated figure is used; if by more, the computed one is, with a warning.
 */
export function totalsOf(body: ParsedRecords, line: RecordLayout | undefined, warnings: Warnings): Totals {
  const names = new Set(line?.fields.map(([name]) => name))
  const stated = statedBy(body.totals)
  const mismatches: Mismatch[] = []
  const chooseTotal = (name: string, tolerance: number, ...sums: (number | null)[]) => {
    const { value, mismatch } = compare(stated?.[name], tolerance, sums)
    if (mismatch !== null) mismatches.push({ field: name, ...mismatch })
    return value
  }
  const { units, grossCents, netCents, tolerance } = sumLines(body.lines, names)
  const totals = {
    units: chooseTotal('units', 0, units),
    grossCents: chooseTotal('grossCents', tolerance, grossCents),
    netCents: chooseTotal('netCents', tolerance, ...netSums(body, netCents)),
    totalCents: chooseTotal('totalCents', toleranceOfTotal(body), ...totalSums(body, names)),
    stated,
  }
  mismatches.push(...dueMismatch(body, totals.totalCents))
  if (mismatches.length > 0)
    warnings.add('TOTALES_NO_CUADRAN', numberOrNull(body.totals[0]?.line), {
      code: 'TOTALS_DIFFER',
      parameters: { mismatches },
    })
  return totals
}

// A file with several documents has several totals records.
function statedBy(records: readonly Fields[]): Fields | null {
  const [first] = records
  if (first === undefined) return null
  const names = Object.keys(first).filter((name) => name !== 'line')
  return Object.fromEntries(
    names.map((name) => [name, records.length === 1 ? (first[name] ?? null) : sumField(records, name)]),
  )
}

function sumField(records: readonly Fields[], name: string) {
  const present = records.filter((record) => record[name] !== null)
  return present.every((record) => typeof record[name] === 'number')
    ? sumOf(present, name)
    : (present[0]?.[name] ?? null)
}

function compare(stated: Fields[string] | undefined, tolerance: number, computed: readonly (number | null)[]) {
  const sums = computed.filter((sum) => sum !== null)
  const [first] = sums
  if (typeof stated !== 'number' || first === undefined) return { value: first ?? numberOrNull(stated), mismatch: null }
  if (sums.some((sum) => Math.abs(sum - stated) <= tolerance)) return { value: stated, mismatch: null }
  return { value: first, mismatch: { stated, computed: first } }
}

// The net may include shipping or not. Sales state the net on their tickets, invoices by VAT rate.
function netSums({ header, lines, others }: ParsedRecords, netCents: number | null): (number | null)[] {
  if (netCents !== null) return [netCents, netCents + numberField(header ?? {}, 'shippingCents')]
  if (lines.some((line) => 'quantity' in line)) return [sumOf(others.tickets, 'netCents')]
  return [sumOf(others.tickets, 'netCents') ?? sumOf(others.vat, 'baseCents')]
}

function totalSums({ header, lines, others }: ParsedRecords, names: ReadonlySet<string>): (number | null)[] {
  const byRate = sumOf(others.vat, 'baseCents', 'vatCents', 'surchargeCents')
  if (names.has('amountCents')) return [sumOf(lines, 'amountCents'), byRate]
  return [byRate, byRate === null ? null : byRate + numberField(header ?? {}, 'shippingCents')]
}

// One cent for each rounded amount: VAT and surcharge of each rate.
const toleranceOfTotal = ({ others }: ParsedRecords) => Math.max(1, 2 * (others.vat?.length ?? 0))

function dueMismatch({ others }: ParsedRecords, totalCents: number | null): Mismatch[] {
  const due = sumOf(others.dueDates, 'amountCents')
  if (due === null || totalCents === null || Math.abs(due - totalCents) <= 1) return []
  return [{ field: 'totalCents', computed: totalCents, due }]
}

const numberOrNull = (value: Fields[string] | undefined) => (typeof value === 'number' ? value : null)
