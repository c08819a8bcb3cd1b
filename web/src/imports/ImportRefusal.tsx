import { ApiError, type WrongField } from '../api/client/request.ts'
import { localize, plural } from '../i18n.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { ActionError } from '../ui/feedback/ActionError.tsx'
import classes from './ImportSteps.module.css'

const text = localize(
  {
    refused: (n: number) =>
      plural(
        n,
        'No se puede importar, por este motivo:',
        `No se puede importar, por estos ${formatInteger(n)} motivos:`,
      ),
    more: (n: number) => `Y ${formatInteger(n)} más.`,
  },
  {
    refused: (n) =>
      plural(
        n,
        'It cannot be imported, for this reason:',
        `It cannot be imported, for these ${formatInteger(n)} reasons:`,
      ),
    more: (n) => `And ${formatInteger(n)} more.`,
  },
)

const MAX_SHOWN = 50

/** The reasons why a document is rejected: each invalid part with a sentence. */
export function ImportRefusal({ error }: { error: Error | null }) {
  const wrong = error instanceof ApiError ? error.wrongFields : []
  if (wrong.length === 0) return <ActionError error={error} />
  return (
    <div className={classes.refusal} role="alert">
      <p>{text.refused(wrong.length)}</p>
      <ul className={classes.list}>
        {wrong.slice(0, MAX_SHOWN).map((part) => (
          <li key={`${part.field} ${part.message}`}>
            <Reason {...part} />
          </li>
        ))}
      </ul>
      {wrong.length > MAX_SHOWN && <p>{text.more(wrong.length - MAX_SHOWN)}</p>}
    </div>
  )
}

// The server's sentence about a claimed endpoint already begins with the endpoint's id, so the field is not repeated.
const Reason = ({ field, message }: WrongField) => (
  <>
    {field !== '' && !message.startsWith(field) && <code>{field}: </code>}
    {message}
  </>
)
