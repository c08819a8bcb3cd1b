import { type AuditEntry } from '../../api/audit.ts'
import { words } from '../../language.ts'
import classes from './Changes.module.css'
import { differences, type FieldChange } from './difference.ts'
import { fieldInWords } from './fieldNames.ts'
import { Value } from './Value.tsx'

const text = words(
  {
    changes: 'Qué cambió',
    details: 'Detalles',
    asked: 'Lo pedido',
    outcome: 'El resultado',
    nothing: 'No hay nada más que decir de esta acción.',
    field: 'Campo',
    before: 'Antes',
    after: 'Después',
    value: 'Valor',
    added: 'añadido',
    removed: 'quitado',
    changed: 'cambiado',
    same: 'igual',
  },
  {
    changes: 'What changed',
    details: 'Details',
    asked: 'What was asked',
    outcome: 'What came of it',
    nothing: 'There is nothing more to tell of this action.',
    field: 'Field',
    before: 'Before',
    after: 'After',
    value: 'Value',
    added: 'added',
    removed: 'removed',
    changed: 'changed',
    same: 'same',
  },
)

/** The values before and after an action, field by field, or its details if there was no value before. */
export function Changes({ entry: { action, before, after } }: { entry: AuditEntry }) {
  // The request and the result of a replay are different things, not two versions of one.
  if (action === 'integration.replay') {
    return (
      <>
        <Told title={text.asked} value={before} />
        <Told title={text.outcome} value={after} />
      </>
    )
  }
  if (before == null) return <Told title={text.details} value={after} />
  return (
    <section className={classes.changes} aria-label={text.changes}>
      <h3 className={classes.title}>{text.changes}</h3>
      <table className={classes.table}>
        <Head titles={[text.field, text.before, text.after]} />
        <tbody>
          {differences(before, after).map((change) => (
            <Row key={change.field} {...change} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Told({ title, value }: { title: string; value: unknown }) {
  const fields = differences(null, value)
  return (
    <section className={classes.changes} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {fields.length === 0 ? (
        <p className={classes.nothing}>{text.nothing}</p>
      ) : (
        <table className={classes.table}>
          <Head titles={[text.field, text.value]} />
          <tbody>
            {fields.map(({ field, after }) => (
              <tr key={field}>
                <Name field={field} />
                <td>
                  <Value value={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Head({ titles }: { titles: readonly string[] }) {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Row({ field, change, before, after }: FieldChange) {
  return (
    <tr data-change={change}>
      <Name field={field} mark={text[change]} />
      <td data-side="before">{change === 'added' ? null : <Value value={before} />}</td>
      <td data-side="after">{change === 'removed' ? null : <Value value={after} />}</td>
    </tr>
  )
}

function Name({ field, mark }: { field: string; mark?: string }) {
  const inWords = fieldInWords(field)
  return (
    <th scope="row">
      {inWords ?? field}
      <span className={classes.under}>
        {inWords && <code className={classes.raw}>{field}</code>}
        {mark && <span className={classes.mark}>{mark}</span>}
      </span>
    </th>
  )
}
