import { z } from 'zod'

// How the texts of settings are read. A message is the rest of a sentence that begins with the name of the setting.

export function oneOf<const Value extends string>(...allowed: Value[]) {
  const names = allowed.length > 2 ? `one of ${allowed.join(', ')}` : allowed.join(' or ')
  return z.enum(allowed, `must be ${names}`)
}

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

/** A text that a check accepts. The check returns null for a valid text, else the error message. */
export const checked = (check: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = check(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

export const textUpTo = (max: number) => z.string().max(max, `must have at most ${max} characters`)

export const secret = () => z.string().min(8, 'must have at least 8 characters')
