import { type AuditEntry } from '../../../api/auth/audit.ts'
import { localize } from '../../../i18n.ts'
import { isDryRun, isReplay } from '../actions.ts'
import classes from './Changes.module.css'
import { diffFields, type FieldChange } from './diff.ts'
import { fieldName, valueName } from './fieldNames.ts'
import { Value } from './Value.tsx'

const text = localize(
  {
    changes: 'Cambios',
    details: 'Detalles',
    requested: 'Solicitud',
    outcome: 'Resultado',
    nothing: 'Sin más detalles.',
    field: 'Campo',
    before: 'Antes',
    after: 'Después',
    value: 'Valor',
    added: 'añadido',
    removed: 'eliminado',
    changed: 'cambiado',
    same: 'igual',
  },
  {
    changes: 'Changes',
    details: 'Details',
    requested: 'Request',
    outcome: 'Result',
    nothing: 'No further details.',
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
export function Changes({ entry }: { entry: AuditEntry }) {
  const { action, before, after } = entry
  // The request and the result of a replay are different things, not two versions of one.
  if (isReplay(action)) {
    return (
      <>
        <ValueTable title={text.requested} value={before} />
        <ValueTable title={text.outcome} value={after} isDryRun={isDryRun(entry)} />
      </>
    )
  }
  if (before == null) return <ValueTable title={text.details} value={after} />
  return (
    <section className={classes.changes} aria-label={text.changes}>
      <h3 className={classes.title}>{text.changes}</h3>
      <table className={classes.table}>
        <Head titles={[text.field, text.before, text.after]} />
        <tbody>
          {diffFields(before, after).map((change) => (
            <Row key={change.field} {...change} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ValueTable({ title, value, isDryRun = false }: { title: string; value: unknown; isDryRun?: boolean }) {
  const fields = diffFields(null, value)
  return (
    <section className={classes.changes} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {fields.length === 0 ? (
        <p className={classes.empty}>{text.nothing}</p>
      ) : (
        <table className={classes.table}>
          <Head titles={[text.field, text.value]} />
          <tbody>
            {fields.map(({ field, after }) => (
              <tr key={field}>
                <Name field={field} isDryRun={isDryRun} />
                <td>
                  <Value value={valueName(field, after)} />
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
      <Name field={field} change={text[change]} />
      <td data-side="before">{change === 'added' ? null : <Value value={valueName(field, before)} />}</td>
      <td data-side="after">{change === 'removed' ? null : <Value value={valueName(field, after)} />}</td>
    </tr>
  )
}

function Name({ field, change, isDryRun }: { field: string; change?: string; isDryRun?: boolean }) {
  const label = fieldName(field, isDryRun)
  return (
    <th scope="row">
      {label ?? field}
      <span className={classes.detail}>
        {label && <code className={classes.raw}>{field}</code>}
        {change && <span className={classes.mark}>{change}</span>}
      </span>
    </th>
  )
}
