/** Maximum size of a document that the server accepts: 5 MB. */
const MAX_BYTES = 5 * 1024 * 1024

/** The reason why a text cannot be sent as an OpenAPI document. */
export type DocumentProblem = 'empty' | 'yaml' | 'notJson' | 'notOpenApi' | 'tooLarge'

/** Checks a document as far as possible without the server; null if it may be sent. */
export function checkDocument(text: string, fileName: string | null): DocumentProblem | null {
  if (text.trim() === '') return 'empty'
  if (new Blob([text]).size > MAX_BYTES) return 'tooLarge'
  const value = parseJson(text)
  if (value === undefined) return isYaml(text, fileName) ? 'yaml' : 'notJson'
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'notOpenApi'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isYaml = (text: string, fileName: string | null) =>
  /\.ya?ml$/i.test(fileName ?? '') || /^["']?(?:openapi|swagger)["']?\s*:/m.test(text)

/** Whether a name is valid for a service. */
export const isServiceName = (name: string): boolean => /^[a-z\d][a-z\d._-]{0,63}$/.test(name) && name !== 'vigia'
