import { type ReactNode, useId } from 'react'
import { type EndpointImport } from '../api/restTypes.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { localize, plural } from '../i18n.ts'
import { changeText } from './changeText.ts'
import classes from './ImportSteps.module.css'

const text = localize(
  {
    dryRun: { added: 'Aparecerían', changed: 'Cambiarían', restored: 'Volverían', retired: 'Se retirarían' },
    done: { added: 'Han aparecido', changed: 'Han cambiado', restored: 'Han vuelto', retired: 'Se han retirado' },
    pending: {
      dryRun: 'Faltan, y seguirían en uso hasta que se confirme',
      done: 'Faltan, y siguen en uso hasta que se confirme',
    },
    noLongerPending: { dryRun: 'Ya no faltarían', done: 'Ya no faltan' },
    confirmAt: 'La lista parece incompleta. Su retirada se confirma en Servicios.',
    skipped: 'Se omiten',
    resolves: 'Sus incidentes abiertos quedan resueltos; su historial se conserva.',
    unchanged: (n: number) => plural(n, '1 endpoint sigue igual.', `${formatInteger(n)} endpoints siguen igual.`),
    more: (n: number) => `Y ${formatInteger(n)} más.`,
  },
  {
    dryRun: { added: 'Would appear', changed: 'Would change', restored: 'Would return', retired: 'Would be retired' },
    done: { added: 'Appeared', changed: 'Changed', restored: 'Returned', retired: 'Were retired' },
    pending: {
      dryRun: 'Are missing, and would stay in use until it is confirmed',
      done: 'Are missing, and stay in use until it is confirmed',
    },
    noLongerPending: { dryRun: 'Would be missing no longer', done: 'Are missing no longer' },
    confirmAt: 'The list seems incomplete. Their retirement is confirmed under Services.',
    skipped: 'Are left out',
    resolves: 'Their open incidents are resolved; their history is kept.',
    unchanged: (n) => plural(n, '1 endpoint stays as it is.', `${formatInteger(n)} endpoints stay as they are.`),
    more: (n) => `And ${formatInteger(n)} more.`,
  },
)

const MAX_SHOWN = 100

/** The changes made by an import, or expected from it, as lists. Empty lists are omitted. */
export function ImportChanges({ result }: { result: EndpointImport }) {
  const { dryRun, added, changed, restored, retired, pendingRetirement, noLongerPending, skipped, unchanged } = result
  const names = dryRun ? text.dryRun : text.done
  return (
    <div className={classes.lists}>
      <Items name={names.retired} items={retired.map(idItem)} hint={text.resolves} />
      <Items
        name={dryRun ? text.pending.dryRun : text.pending.done}
        items={pendingRetirement.map(idItem)}
        hint={text.confirmAt}
      />
      <Items
        name={dryRun ? text.noLongerPending.dryRun : text.noLongerPending.done}
        items={noLongerPending.map(idItem)}
      />
      <Items name={names.added} items={added.map(idItem)} />
      <Items name={names.restored} items={restored.map(idItem)} />
      <Items
        name={names.changed}
        items={changed.map((change) => ({
          key: change.id,
          cell: (
            <>
              {code(change.id)} {changeText(change)}
            </>
          ),
        }))}
      />
      <Items
        name={text.skipped}
        items={skipped.map(({ operation, reason }) => ({
          key: operation,
          cell: (
            <>
              {code(operation)} {reason}
            </>
          ),
        }))}
      />
      {unchanged > 0 && <p className={classes.aside}>{text.unchanged(unchanged)}</p>}
    </div>
  )
}

type Item = { key: string; cell: ReactNode }

const code = (id: string) => <code>{id}</code>

const idItem = (id: string): Item => ({ key: id, cell: code(id) })

function Items({ name, items, hint }: { name: string; items: readonly Item[]; hint?: string }) {
  const id = useId()
  if (items.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className={classes.name}>
        {name}: {formatInteger(items.length)}
      </h4>
      {hint !== undefined && <p className={classes.aside}>{hint}</p>}
      <ul className={classes.list}>
        {items.slice(0, MAX_SHOWN).map(({ key, cell }) => (
          <li key={key}>{cell}</li>
        ))}
      </ul>
      {items.length > MAX_SHOWN && <p className={classes.aside}>{text.more(items.length - MAX_SHOWN)}</p>}
    </section>
  )
}
