import { Skeleton } from '@mantine/core'
import { type Health } from '../../api/health.ts'
import { type Kind } from '../../generated/graphql.ts'
import { words } from '../../language.ts'
import { showPercent, showRough, showWhole } from '../../ui/numbers.ts'
import { Section } from '../../ui/Section.tsx'
import { UNKNOWN } from '../../ui/words.ts'
import classes from './Figures.module.css'
import { Judgement } from './Judgement.tsx'
import { requestWords } from './kinds.ts'

const text = words(
  {
    title: 'Ahora',
    lately: 'en los últimos 5 minutos',
    errors: 'Errores',
    half: 'la mitad, en menos',
    most: '95 de cada 100',
    nearlyAll: '99 de cada 100',
    bad: 'malas, del total',
  },
  {
    title: 'Now',
    lately: 'over the last 5 minutes',
    errors: 'Errors',
    half: 'half of them, in less',
    most: '95 out of 100',
    nearlyAll: '99 out of 100',
    bad: 'bad ones, of all',
  },
)

/** The current health of a subject: its figures, its state, and the numbers behind that state. */
export function Figures({ kind, health }: { kind: Kind; health: Health | undefined }) {
  const { latency, errorRate } = health ?? {}
  return (
    <Section title={text.title} aside={text.lately} busy={!health}>
      <dl className={classes.figures}>
        <Figure name="p50" means={text.half} value={showWhole(latency?.p50)} unit="ms" known={health} />
        <Figure name="p95" means={text.most} value={showWhole(latency?.p95)} unit="ms" known={health} />
        <Figure name="p99" means={text.nearlyAll} value={showWhole(latency?.p99)} unit="ms" known={health} />
        <Figure name={text.errors} means={text.bad} value={showPercent(errorRate)} unit="%" known={health} />
        <Figure
          name={requestWords[kind].title}
          means={requestWords[kind].mean}
          value={showRough(health?.requestsPerMinute)}
          unit="/min"
          known={health}
        />
      </dl>
      <Judgement health={health} />
    </Section>
  )
}

type Props = { name: string; means: string; value: string; unit: string; known: Health | undefined }

function Figure({ name, means, value, unit, known }: Props) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>
        {known ? (
          <span className={classes.value}>
            {value}
            {value !== UNKNOWN && <span className={classes.unit}> {unit}</span>}
          </span>
        ) : (
          <Skeleton height={20} width={72} my={5} />
        )}
        <span className={classes.means}>{means}</span>
      </dd>
    </div>
  )
}
