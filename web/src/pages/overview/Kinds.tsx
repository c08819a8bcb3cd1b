import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KindHealth, useKinds } from '../../api/health/overview.ts'
import { type Kind } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { formatInteger } from '../../format/formatNumber.ts'
import panel from '../../ui/layout/Panel.module.css'
import { StateBar } from '../../health/states/StateBar.tsx'
import { states } from '../../health/labels.ts'
import { kindNames, kindOrder, kinds } from '../../subjects/kinds.ts'
import classes from './Kinds.module.css'
import { countedStates, suppressedText } from './countKinds.ts'
import { KindCount } from './KindCount.tsx'

const text = localize({ title: 'Por tipo', all: 'en total' }, { title: 'By kind', all: 'in all' })

/** The number of subjects of each kind in each state. Subjects that do not count are left out, and named below. */
export function Kinds() {
  const { data, error, refetch } = useKinds()
  if (!data && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <section className={classes.kinds} aria-label={text.title} aria-busy={!data}>
      {kindOrder.map((kind) => (
        <KindCard key={kind} kind={kind} health={data?.find((health) => health.kind === kind)} />
      ))}
    </section>
  )
}

function KindCard({ kind, health }: { kind: Kind; health: KindHealth | undefined }) {
  const { list } = kinds[kind]
  const counted = health && countedStates(health)
  const suppressed = health && suppressedText(health)
  return (
    <div className={`${panel.panel ?? ''} ${classes.card ?? ''}`}>
      <div className={classes.head}>
        <h2 id={`kind-${kind}`} className={classes.title}>
          {kindNames[kind].all}
        </h2>
        <strong className={classes.total}>
          <Link to={list} className={classes.link} aria-describedby={`kind-${kind}`}>
            {formatInteger(health?.subjectCount)}
            <VisuallyHidden component="span"> {text.all}</VisuallyHidden>
          </Link>
        </strong>
      </div>
      {counted ? <StateBar counts={counted} /> : <Skeleton height={8} radius={4} />}
      <ul className={classes.counts}>
        {states.map((state) => {
          const { count, hasSuppressed = false } = counted?.find((entry) => entry.state === state) ?? {}
          return <KindCount key={state} list={list} state={state} count={count} hasSuppressed={hasSuppressed} />
        })}
      </ul>
      {suppressed && (
        <p className={classes.suppressed}>
          <Link to="/incidents" search={{ kind, situation: 'suppressed' }} className={classes.link}>
            {suppressed}
          </Link>
        </p>
      )}
    </div>
  )
}
