import type { AlertMessage, IncidentsMessage } from '../message.ts'

/**
 * Renders a message within a byte limit. While the result is too long, drops the last resolved incident, then the last
 * firing one, then the data of an event. What remains always fits.
 */
export function renderWithin(
  message: AlertMessage,
  maxBytes: number,
  render: (message: AlertMessage) => string,
): string {
  const text = render(message)
  if (Buffer.byteLength(text) <= maxBytes) return text
  const shorter = shorten(message)
  return shorter === null ? text : renderWithin(shorter, maxBytes, render)
}

function shorten(message: AlertMessage): AlertMessage | null {
  switch (message.kind) {
    case 'INCIDENTS':
      return shortenIncidents(message)
    case 'DIGEST': {
      const { open, omitted } = message
      return open.length === 0 ? null : { ...message, open: open.slice(0, -1), omitted: omitted + 1 }
    }
    case 'EVENT':
      return Object.keys(message.data).length === 0 ? null : { ...message, data: {} }
    case 'TEST':
      return null
  }
}

function shortenIncidents(message: IncidentsMessage): IncidentsMessage | null {
  const { firing, omitted, resolved, omittedResolved } = message
  if (resolved.length > 0) return { ...message, resolved: resolved.slice(0, -1), omittedResolved: omittedResolved + 1 }
  return firing.length === 0 ? null : { ...message, firing: firing.slice(0, -1), omitted: omitted + 1 }
}
