import { localize } from '../../i18n.ts'
import { Section } from '../../ui/layout/Section.tsx'
import classes from './RotationGuide.module.css'

const text = localize(
  {
    title: 'Cómo cambiar una clave sin interrupción',
    steps: [
      'Pulsa «Sustituir…» en la clave: la nueva es del mismo servicio y sigue con su intervalo. Las dos valen a la vez.',
      'Pon la nueva en la configuración del servicio.',
      'Comprueba aquí que la nueva ya se usa y que la anterior no.',
      'Revoca la anterior.',
    ],
    shared:
      'La clave INGEST_TOKEN está en la configuración de Vigía: no caduca, aparece aquí en cuanto alguien envía con ella y se cambia allí.',
  },
  {
    title: 'How to replace a token without interruption',
    steps: [
      'Press “Replace…” at the token: the new one is of the same service and goes on with its interval. Both are valid at the same time.',
      'Put the new one into the configuration of the service.',
      'Check here that the new one is in use and the old one is not.',
      'Revoke the old one.',
    ],
    shared:
      'The token INGEST_TOKEN is in the configuration of Vigía: it does not expire, is listed here once somebody sends with it, and is changed there.',
  },
)

/** Instructions for replacing the token of a service; during the replacement both tokens are valid. */
export function RotationGuide() {
  return (
    <div className={classes.guide}>
      <Section title={text.title}>
        <ol className={classes.steps}>
          {text.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={classes.note}>{text.shared}</p>
      </Section>
    </div>
  )
}
