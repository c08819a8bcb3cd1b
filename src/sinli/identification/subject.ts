/** The fields in the subject of an e-mail; an id is null if it is blank. */
export type Subject = { sender: string | null; receiver: string | null; document: string; version: string }

/**
 * Parses a subject: 43 characters anywhere in the text, so "Fwd:" and the like do no harm. Blanks inside may have been
 * lost in transit. Returns null if there is no match.
 */
export function parseSubject(text: string): Subject | null {
  const match = exact.exec(text) ?? lenient.exec(text.replace(/\s+/g, ' '))
  if (match === null) return null
  const part = (index: number) => match[index]?.trim().toUpperCase() ?? ''
  return { sender: part(1) || null, receiver: part(2) || null, document: part(3), version: part(4) }
}

/** Formats the subject of an e-mail that carries a document. */
export function formatSubject({ sender, receiver, document, version }: Subject): string {
  const party = (id: string | null) => `ESFANDE${(id ?? '').padEnd(8).slice(0, 8)}`
  return `${party(sender)}${party(receiver)}${document.padEnd(6).slice(0, 6)}${version.padStart(2, '0').slice(0, 2)}FANDE`
}

const exact = /ESFANDE([A-Z\d ]{8})ESFANDE([A-Z\d ]{8})([A-Z]{2}[A-Z\d ]{4})(\d\d)FANDE/i
const lenient = /ESFANDE ?([A-Z\d]{0,8}) ?ESFANDE ?((?:[A-Z\d]{8})?) ?([A-Z]{3}[A-Z\d]{0,3}) ?(\d\d) ?FANDE/i
