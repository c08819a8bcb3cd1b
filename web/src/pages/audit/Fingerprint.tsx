import { words } from '../../language.ts'
import { Copy } from '../../ui/Copy.tsx'
import classes from './Fingerprint.module.css'

const text = words(
  {
    title: 'Huella',
    copy: 'Copiar la huella entera',
    purpose:
      'Encadena esta entrada con la anterior: si alguien cambiara, quitara o intercalara una, la comprobación del registro lo diría.',
    keep: 'Para tener una prueba que nadie pueda rehacer, guarda la última fuera de Vigía.',
    none: 'Esta entrada es anterior a la cadena y no tiene huella.',
  },
  {
    title: 'Fingerprint',
    copy: 'Copy the whole fingerprint',
    purpose:
      'It chains this entry to the one before it: had anybody changed, removed or put in one, checking the trail would tell.',
    keep: 'For a proof that nobody can redo, keep the last one outside of Vigía.',
    none: 'This entry is from before the chain began and has no fingerprint.',
  },
)

/** The hash that links an entry to the previous one, with an explanation. */
export function Fingerprint({ hash }: { hash: string }) {
  return (
    <section className={classes.fingerprint} aria-label={text.title}>
      <h3 className={classes.title}>{text.title}</h3>
      {hash === '' ? (
        <p className={classes.purpose}>{text.none}</p>
      ) : (
        <>
          <p className={classes.line}>
            <code title={hash}>
              {hash.slice(0, 12)}…{hash.slice(-12)}
            </code>
            <Copy value={hash} label={text.copy} />
          </p>
          <p className={classes.purpose}>
            {text.purpose} {text.keep}
          </p>
        </>
      )}
    </section>
  )
}
