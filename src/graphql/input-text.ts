import { invalidField } from '../lib/errors.ts'

/** The name of an argument, and its maximum length in characters. */
type TextRule = { field: string; maxLength: number }

/**
 * Trims an optional text; null if nothing is left.
 * @throws DomainError INVALID_INPUT for a text that is too long.
 */
export function optionalText(input: string | null | undefined, { field, maxLength }: TextRule): string | null {
  const text = input?.trim() ?? ''
  if (text.length > maxLength)
    throw invalidField(field, { code: 'TEXT_OVER_LENGTH', parameters: { field, max: maxLength, count: text.length } })
  return text === '' ? null : text
}

/**
 * Trims a required text.
 * @throws DomainError INVALID_INPUT for a text that is empty or too long.
 */
export function requireText(input: string, rule: TextRule): string {
  const text = optionalText(input, rule)
  if (text === null) throw invalidField(rule.field, { code: 'TEXT_EMPTY', parameters: { field: rule.field } })
  return text
}
