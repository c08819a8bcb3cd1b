import { localize } from '../../../i18n.ts'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import classes from './EntryHash.module.css'

const text = localize(
  {
    title: 'Huella',
    copy: 'Copiar la huella entera',
    purpose:
      'Encadena esta entrada con la anterior: la verificación del registro detecta entradas cambiadas, eliminadas o añadidas.',
    keep: 'Como prueba independiente, guarda la última huella fuera de Vigía.',
    none: 'Esta entrada es anterior a la cadena y no tiene huella.',
  },
  {
    title: 'Fingerprint',
    copy: 'Copy the whole fingerprint',
    purpose:
      'Links this entry to the previous one: verification detects entries that were changed, removed or inserted.',
    keep: 'For independent proof, keep the last fingerprint outside Vigía.',
    none: 'This entry is older than the chain and has no fingerprint.',
  },
)

/** The hash that links an entry to the previous one, with an explanation. */
export function EntryHash({ hash }: { hash: string }) {
  return (
    <section className={classes.hash} aria-label={text.title}>
      <h3 className={classes.title}>{text.title}</h3>
      {hash === '' ? (
        <p className={classes.purpose}>{text.none}</p>
      ) : (
        <>
          <p className={classes.line}>
            <code title={hash}>
              {hash.slice(0, 12)}…{hash.slice(-12)}
            </code>
            <CopyButton value={hash} label={text.copy} />
          </p>
          <p className={classes.purpose}>
            {text.purpose} {text.keep}
          </p>
        </>
      )}
    </section>
  )
}
