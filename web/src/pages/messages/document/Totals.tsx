import { VisuallyHidden } from '@mantine/core'
import { localize } from '../../../i18n.ts'
import { NO_VALUE } from '../../../format/noValue.ts'
import { fieldLabel } from './fieldLabels.ts'
import { toFields, type RecordFields, numberField, formatField } from './fields.ts'
import classes from './Totals.module.css'

const text = localize(
  {
    what: 'Concepto',
    counted: 'Calculado',
    stated: 'Declarado en el fichero',
    differs: 'no cuadra',
    none: 'Este tipo de documento no tiene totales.',
  },
  {
    what: 'Item',
    counted: 'Calculated',
    stated: 'Stated in the file',
    differs: 'does not match',
    none: 'This type of document has no totals.',
  },
)

const names = ['units', 'grossCents', 'netCents', 'totalCents'] as const

/** The computed totals of a document beside those it states. */
export function Totals({ totals }: { totals: RecordFields }) {
  const stated = toFields(totals.stated)
  const shownNames = names.filter((name) => numberField(totals, name) !== null || numberField(stated, name) !== null)
  if (shownNames.length === 0) return <p className={classes.none}>{text.none}</p>
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
        {shownNames.map((name) => {
          const [computed, declared] = [numberField(totals, name), numberField(stated, name)]
          const differs = computed !== null && declared !== null && computed !== declared
          return (
            <tr key={name}>
              <th scope="row">{fieldLabel(name)}</th>
              <td>{formatField(name, computed)}</td>
              <td data-differs={differs || undefined} title={differs ? text.differs : undefined}>
                {declared === null ? NO_VALUE : formatField(name, declared)}
                {differs && <VisuallyHidden>, {text.differs}</VisuallyHidden>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
