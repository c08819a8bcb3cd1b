import logo from '../ui/vigia.svg?raw'

type FaviconState = { badge: number | undefined; isFailing: boolean; isStale: boolean }

const INK = '#2f5d8c'
const GREY = '#8b8e94'
const failing = { fill: '#d92d20', ink: '#ffffff' }
const degraded = { fill: '#f2b233', ink: '#2b1c00' }
const stale = { fill: '#ffffff', ink: '#1b1c1f' }

/**
 * Icon of the tab as a data: URL: the logo with the number of open incidents, in the colour of the worst severity. If
 * the data may be out of date, the logo is grey and a question mark replaces the number.
 */
export function favicon({ badge, isFailing, isStale }: FaviconState): string {
  const image = isStale ? logo.replace(INK, GREY) : logo
  return `data:image/svg+xml,${encodeURIComponent(image.replace('</svg>', `${createBadge({ badge, isFailing, isStale })}</svg>`))}`
}

function createBadge({ badge, isFailing, isStale }: FaviconState): string {
  if (badge === undefined) return ''
  if (isStale) return drawBadge('?', stale)
  if (badge === 0) return ''
  return drawBadge(badge > 99 ? '99' : String(badge), isFailing ? failing : degraded)
}

const drawBadge = (text: string, { fill, ink }: typeof failing) =>
  `<rect x="${text.length > 1 ? '6' : '12'}" y="12" width="${text.length > 1 ? '26' : '20'}" height="20" rx="9" fill="${fill}"/>` +
  `<text x="${text.length > 1 ? '19' : '22'}" y="28.4" text-anchor="middle" font-family="sans-serif" font-size="18" ` +
  `font-weight="700" fill="${ink}">${text}</text>`
