import type { Figure, Result } from '../result.ts'
import { times } from './numbers.ts'

const width = 900
const labels = 400
const row = 22
const heading = 40
const decades = 4
const margin = 16

const style = `<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.heading { font-weight: 600 }
.beside { fill: #59636e }
.bar { fill: #8c959f }
.ours { fill: #0969da }
.line { stroke: #d1d9e0 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .beside { fill: #9198a1 }
  .bar { fill: #656c76 }
  .ours { fill: #4493f8 }
  .line { stroke: #3d444d }
}
</style>`

/** A bar chart of all ratios on a logarithmic scale: each grid line is ten times the previous one. */
export function chartOf(results: Record<string, Result>): string {
  const lines: string[] = []
  let y = margin
  for (const result of Object.values(results)) {
    const figures = result.figures.filter(({ ratio, isDetail }) => ratio !== null && !isDetail)
    if (figures.length === 0) continue
    lines.push(headingOf(result, y), ...scale(y + heading, figures.length))
    const least = leastDecade(figures)
    lines.push(...figures.map((figure, index) => barOf(figure, y + heading + index * row, least)))
    y += heading + figures.length * row + margin
  }
  const size = `viewBox="0 0 ${width} ${y}" width="${width}" height="${y}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="Costs as multiples of their limits">\n${style}\n${lines.join('\n')}\n</svg>\n`
}

const headingOf = ({ title, limit }: Result, y: number) =>
  `<text class="heading" x="0" y="${y + 12}">${escaped(title)}</text>\n<text class="beside" x="0" y="${y + 30}">1 × is ${escaped(limit)}; each line is ten times the one before it</text>`

function scale(y: number, rows: number): string[] {
  return Array.from({ length: decades + 1 }, (_, decade) => {
    const x = labels + decade * step
    return `<line class="line" x1="${x}" x2="${x}" y1="${y}" y2="${y + rows * row}"/>`
  })
}

const step = (width - labels - 80) / decades

/** The decade at which the bars of a group begin: that of the baseline, or of the lowest ratio if it is below. */
const leastDecade = (figures: readonly Figure[]) =>
  Math.floor(Math.log10(Math.min(1, ...figures.map(({ ratio }) => ratio ?? 1))))

function barOf({ of, ratio }: Figure, y: number, least: number): string {
  const length = Math.max(2, Math.min(decades, Math.log10(ratio ?? 1) - least) * step)
  const kind = of.includes('Vigía') ? 'bar ours' : 'bar'
  return [
    `<text x="${labels - 8}" y="${y + 15}" text-anchor="end">${escaped(of)}</text>`,
    `<rect class="${kind}" x="${labels}" y="${y + 4}" width="${length.toFixed(1)}" height="${row - 8}" rx="2"/>`,
    `<text class="beside" x="${(labels + length + 6).toFixed(1)}" y="${y + 15}">${times(ratio)}</text>`,
  ].join('\n')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
