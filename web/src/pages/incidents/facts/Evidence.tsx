import { type ReactNode, useState } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Incident } from '../../../api/incidents/incidents.ts'
import { failureCountsQuery, readMessageIds, useFailedCount } from '../../../api/messages/messages.ts'
import { MAX_REPLAY_MESSAGES } from '../../../api/messages/replays.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { type SinliAttemptFilter } from '../../../generated/graphql.ts'
import { localize } from '../../../i18n.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { ReplayDialog } from '../../../replays/ReplayDialog.tsx'
import { ActionError } from '../../../ui/feedback/ActionError.tsx'
import { explainCode } from '../../messages/codes.ts'
import classes from './Evidence.module.css'
import { evaluatedPeriod, resolvedPeriod } from './evaluatedPeriod.ts'

/** The only subject whose operations (its messages) are stored. */
const SINLI = 'sinli_inbound'

const text = localize(
  {
    evaluated: (count: number) =>
      count === 1 ? 'Ver el mensaje evaluado' : `Ver los ${formatInteger(count)} mensajes evaluados`,
    failed: (count: number) => (count === 1 ? 'Ver el fallido' : `Ver los ${formatInteger(count)} fallidos`),
    byCode: 'Fallos por código',
    replay: 'Reprocesar…',
    none: 'Ya no queda ninguno fallido.',
    unprocessed: (count: number) =>
      count === 1 ? '1 mensaje sigue sin procesar' : `${formatInteger(count)} mensajes siguen sin procesar`,
  },
  {
    evaluated: (count) =>
      count === 1 ? 'See the evaluated message' : `See the ${formatInteger(count)} evaluated messages`,
    failed: (count) => (count === 1 ? 'See the failed one' : `See the ${formatInteger(count)} failed ones`),
    byCode: 'Failures by code',
    replay: 'Reprocess…',
    none: 'None of them is failed any more.',
    unprocessed: (count) =>
      count === 1 ? '1 message is still unprocessed' : `${formatInteger(count)} messages are still unprocessed`,
  },
)

type Period = { from: string; to: string }

type Props = { incident: Incident; evidence: Incident['evidence'] }

/** The operations behind evidence of an incident: links to them, their failures by code, and their replay. */
export function Evidence({ incident, evidence }: Props) {
  const period = evaluatedPeriod(incident, evidence)
  const isSinli = incident.kind === 'INTEGRACIONES' && incident.subject.id === SINLI
  if (!isSinli) return null
  const wholePeriod = resolvedPeriod(incident)
  return (
    <>
      {period && <EvaluatedMessages period={period} count={evidence.n} isResolved={wholePeriod !== null} />}
      {wholePeriod && <UnprocessedMessages period={wholePeriod} />}
    </>
  )
}

/**
 * The messages that failed during a resolved incident and have not been processed since: resolving the incident does
 * not process them.
 */
function UnprocessedMessages({ period: { from, to } }: { period: Period }) {
  const canReplay = usePermission('replay:Integration')
  const attempt = { from, to, status: 'FAILED' } as const
  const remaining = useFailedCount({ attempt })
  // ReplayAction stays mounted when no failed message is left, because its dialog may still show the result.
  return (
    <div className={remaining ? classes.evidence : undefined}>
      {remaining ? (
        <Link to="/messages" search={{ status: 'FAILED', triedFrom: from, triedTo: to, triedStatus: 'FAILED' }}>
          {text.unprocessed(remaining)}
        </Link>
      ) : null}
      {canReplay && remaining !== undefined && <ReplayAction attempt={attempt} none={null} />}
    </div>
  )
}

type EvaluatedProps = { period: Period; count: number; isResolved: boolean }

function EvaluatedMessages({ period: { from, to }, count, isResolved }: EvaluatedProps) {
  const { data: failures } = useQuery(failureCountsQuery(from, to))
  const canReplay = usePermission('replay:Integration')
  const failedCount = (failures ?? []).reduce((sum, failure) => sum + failure.count, 0)
  const period = { triedFrom: from, triedTo: to }
  return (
    <div className={classes.evidence}>
      <p className={classes.links}>
        <Link to="/messages" search={period}>
          {text.evaluated(count)}
        </Link>
        {failedCount > 0 && (
          <Link to="/messages" search={{ ...period, triedStatus: 'FAILED' }}>
            {text.failed(failedCount)}
          </Link>
        )}
      </p>
      {failures && failures.length > 0 && (
        <ul className={classes.codes} aria-label={text.byCode}>
          {failures.map((failure) => (
            <li key={failure.code}>
              <Link to="/messages" search={{ ...period, triedStatus: 'FAILED', triedCode: failure.code }}>
                {failure.code}
              </Link>
              <span className={classes.count}>{formatInteger(failure.count)}</span>
              <span className={classes.explanation}>{explainCode(failure.code)}</span>
            </li>
          ))}
        </ul>
      )}
      {canReplay && !isResolved && failedCount > 0 && (
        <ReplayAction attempt={{ from, to, status: 'FAILED' }} none={<p className={classes.none}>{text.none}</p>} />
      )}
    </div>
  )
}

/**
 * Reprocesses the messages that failed in the period and have not been processed since. If no such message is left,
 * shows `none` instead of the button.
 */
function ReplayAction({ attempt, none }: { attempt: SinliAttemptFilter; none: ReactNode }) {
  const remaining = useFailedCount({ attempt })
  const [messageIds, setMessageIds] = useState<string[]>([])
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [isLoading, setLoading] = useState(false)
  const open = async () => {
    setError(null)
    setLoading(true)
    try {
      setMessageIds(await readMessageIds({ attempt, status: 'FAILED' }, MAX_REPLAY_MESSAGES))
      setOpen(true)
    } catch (caught) {
      setError(caught instanceof Error ? caught : new Error(String(caught)))
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      {remaining === 0 ? (
        none
      ) : (
        <Button size="xs" variant="default" loading={isLoading} onClick={() => void open()}>
          {text.replay}
        </Button>
      )}
      <ActionError error={error} />
      <ReplayDialog
        opened={isOpen}
        selection={{ messageIds }}
        onClose={() => {
          setOpen(false)
        }}
      />
    </>
  )
}
