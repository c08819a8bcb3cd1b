import type { Figure, Result } from '../result.ts'
import { short, times } from './numbers.ts'

/** Formats a result as a table for the terminal. */
export function tableOf({ title, limit, figures }: Result): string {
  const width = Math.max(...figures.map(({ of }) => of.length))
  const line = ({ of, value, unit, ratio, beside }: Figure) =>
    `${of.padEnd(width)} ${times(ratio).padStart(10)} ${short(value).padStart(9)} ${unit.padEnd(8)} ${beside ?? ''}`.trimEnd()
  return [title, `1.00 × is ${limit}`, ...figures.map(line)].join('\n')
}

/** Formats a result as a Markdown table; `run` says when it was measured. */
export function markdownOf({ title, limit, figures }: Result, run: string): string {
  const line = ({ of, value, unit, ratio, beside }: Figure) =>
    `| ${of} | ${times(ratio)} | ${short(value)} ${unit} | ${beside ?? ''} |`
  return [
    `**${title[0]?.toUpperCase() ?? ''}${title.slice(1)}.** 1.00 × is ${limit}. ${run}`,
    '',
    '| | × the limit | | |',
    '| --- | ---: | ---: | --- |',
    ...figures.map(line),
  ].join('\n')
}
