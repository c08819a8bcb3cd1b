import { z } from 'zod'
import { moment, note, text } from '../../src/http/fields/zod-fields.ts'
import { render } from '../../src/messages/sentences.ts'
import { sentenceOfIssue } from '../../src/request/issue-sentence.ts'

const spanishOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => render(sentenceOfIssue(issue), 'es'))

it.each<[string, z.ZodType, unknown, string]>([
  ['no text', text(5), 7, 'debe ser un texto'],
  ['an empty text', text(5), ' ', 'no puede estar vacío'],
  ['a long text', text(12_500), 'x'.repeat(12_501), 'debe tener 12.500 caracteres como mucho'],
  ['a control character', text(5), 'a\u0001', 'no puede tener caracteres de control'],
  ['half of a character', text(5), 'a\ud800', 'no puede tener medio carácter'],
  ['a NUL', note(5), 'a\0', 'no puede tener NUL ni medio carácter'],
  ['no time', moment, 'mañana', 'debe ser una fecha ISO 8601 con zona horaria, por ejemplo 2026-01-01T00:00:00Z'],
  ['a year without a place', moment, '0000-01-01T00:00:00Z', 'debe estar entre los años 1 y 9999'],
  ['a fraction', z.int(), 1.5, 'debe ser un número entero'],
  ['a small number', z.number().min(60), 59, 'debe ser 60 como mínimo'],
  ['zero', z.number().positive(), 0, 'debe ser mayor que 0'],
  ['a large number', z.number().max(10_000), 10_001, 'debe ser 10.000 como mucho'],
  ['another value', z.enum(['es', 'en']), 'fr', 'debe ser uno de estos valores: es, en'],
  ['an unknown field', z.strictObject({}), { a: 1, b: 2 }, 'no puede tener a, b'],
  ['an empty list', z.array(z.string()).min(1), [], 'debe tener al menos un elemento'],
  ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'debe tener un elemento como mucho'],
  ['no URL', z.url(), 'a', 'debe ser una dirección web que empiece por http:// o https://'],
  ['another type', z.date(), 'a', 'debe ser del tipo date'],
  ['none of several forms', z.union([z.string(), z.number()]), null, 'debe tener una de sus formas'],
  ['what a check refuses in English', z.string().refine(() => false, 'is odd'), 'a', 'no es válido: is odd'],
])('%s is refused with a Spanish sentence', (_what, schema, value, sentence) => {
  expect(spanishOf(schema, value)).toEqual([sentence])
})
