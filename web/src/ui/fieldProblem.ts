import { localize } from '../i18n.ts'

const text = localize(
  {
    missing: 'Rellena este campo.',
    email: 'Escribe una dirección de correo completa, por ejemplo ana@example.org.',
    url: 'Escribe una dirección web completa, por ejemplo https://example.org.',
    date: 'La fecha no existe o no está completa.',
    outOfRange: 'La fecha queda demasiado lejos.',
    other: 'Este valor no es válido.',
  },
  {
    missing: 'Fill in this field.',
    email: 'Enter a complete e-mail address, such as ana@example.org.',
    url: 'Enter a complete web address, such as https://example.org.',
    date: 'The date does not exist or is incomplete.',
    outOfRange: 'The date is too far away.',
    other: 'This value is not valid.',
  },
)

type Field = Pick<HTMLInputElement, 'type' | 'validity' | 'setCustomValidity'>

/** The reason why the browser does not send a field, in the language of the page. */
export function fieldProblem({ type, validity }: Pick<Field, 'type' | 'validity'>): string {
  if (validity.valueMissing) return text.missing
  if (validity.typeMismatch) return type === 'email' ? text.email : text.url
  if (validity.badInput) return text.date
  return validity.rangeOverflow || validity.rangeUnderflow ? text.outOfRange : text.other
}

/**
 * Explains invalid fields in the language of the page, since the browser's own sentences are in the language of the
 * browser. A custom message keeps its field invalid, so it is removed at the next input.
 */
export function explainFields(page: Pick<Document, 'addEventListener'>): void {
  page.addEventListener('invalid', withField(explain), true)
  page.addEventListener('input', withField(clear), true)
}

const withField =
  (change: (field: Field) => void) =>
  ({ target }: Event) => {
    if (target !== null && 'setCustomValidity' in target) change(target as unknown as Field)
  }

function clear(field: Field) {
  field.setCustomValidity('')
}

function explain(field: Field) {
  clear(field)
  if (!field.validity.valid) field.setCustomValidity(fieldProblem(field))
}
