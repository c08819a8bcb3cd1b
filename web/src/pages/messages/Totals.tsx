import { VisuallyHidden } from '@mantine/core'
import { words } from '../../language.ts'
import { UNKNOWN } from '../../ui/words.ts'
import { labelOf } from './fieldLabels.ts'
import { asFields, type Fields, numberIn, showField } from './fields.ts'
import classes from './Totals.module.css'

const text = words(
  {
    what: 'Qué',
    counted: 'Cuenta',
    stated: 'Declara el fichero',
    differs: 'no cuadra',
    none: 'Este tipo de documento no tiene totales.',
  },
  {
    what: 'What',
    counted: 'Comes to',
    stated: 'The file states',
    differs: 'does not agree',
    none: 'This type of document has no totals.',
  },
)

const names = ['units', 'grossCents', 'netCents', 'totalCents'] as const

/** The computed totals of a document beside those it states. */
export function Totals({ totals }: { totals: Fields }) {
  const stated = asFields(totals.stated)
  const known = names.filter((name) => numberIn(totals, name) !== null || numberIn(stated, name) !== null)
  if (known.length === 0) return <p className={classes.none}>{text.none}</p>
  return (
    <table className={classes.totals}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{text.what}</VisuallyHidden>
          </th>
          <th scope="col">{text.counted}</th>
          <th scope="col">{text.stated}</th>
        </tr>
      </thead>
      <tbody>
        {known.map((name) => {
          const [ours, theirs] = [numberIn(totals, name), numberIn(stated, name)]
          const differs = ours !== null && theirs !== null && ours !== theirs
          return (
            <tr key={name}>
              <th scope="row">{labelOf(name)}</th>
              <td>{showField(name, ours)}</td>
              <td data-differs={differs || undefined} title={differs ? text.differs : undefined}>
                {theirs === null ? UNKNOWN : showField(name, theirs)}
                {differs && <VisuallyHidden>, {text.differs}</VisuallyHidden>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
