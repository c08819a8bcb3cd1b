import { useRef } from 'react'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type LoggedDelivery, useRedeliver } from '../../../api/incidents/destinations.ts'
import { formatExactTime } from '../../../format/formatTime.ts'
import { localize } from '../../../i18n.ts'
import { FollowLink } from '../../../tracing/FollowLink.tsx'
import { ActionError } from '../../../ui/feedback/ActionError.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/Dialog.tsx'
import { StatusDot } from '../../../ui/display/StatusDot.tsx'
import { commonLabels } from '../../../ui/labels.ts'
import { AttemptResult } from './AttemptResult.tsx'
import classes from './DeliveryDialog.module.css'
import { deliveryStatuses, deliveryTitle, givenUpReasons } from '../labels.ts'

const text = localize(
  {
    next: (time: string) => `Próximo intento: ${time}`,
    attempts: 'Intentos',
    none: 'No se ha intentado.',
    sent: 'Texto del mensaje',
    incidents: 'Incidentes',
    number: (number: number) => `nº ${String(number)}`,
    again: 'Volver a enviar',
  },
  {
    next: (time) => `Next attempt: ${time}`,
    attempts: 'Attempts',
    none: 'It has not been attempted.',
    sent: 'Text of the message',
    incidents: 'Incidents',
    number: (number) => `no. ${String(number)}`,
    again: 'Send again',
  },
)

type Props = { delivery: LoggedDelivery | undefined; canRedeliver: boolean; onClose: () => void }

/** Dialog with the attempts, the text and the incidents of a delivery, and a button to send it again. */
export function DeliveryDialog({ delivery, canRedeliver, onClose }: Props) {
  const { mutate, error, isPending, reset } = useRedeliver()
  // Keeps the content while the closing animation runs.
  const shown = useRef(delivery)
  if (delivery) shown.current = delivery
  const close = () => {
    onClose()
    reset()
  }
  const content = delivery ?? shown.current
  return (
    <Dialog isWide opened={delivery !== undefined} onClose={close} title={content && deliveryTitle(content)}>
      {content && (
        <>
          <Content delivery={content} />
          <ActionError error={error} />
          <DialogActions>
            <Button variant="default" size="sm" onClick={close} data-autofocus>
              {commonLabels.close}
            </Button>
            {canRedeliver && content.status !== 'PENDING' && (
              <Button
                size="sm"
                loading={isPending}
                onClick={() => {
                  mutate(content.id)
                }}
              >
                {text.again}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

function Content({
  delivery: { id, status, nextAttemptAt, givenUpBecause, attempts, incidents, text: message },
}: {
  delivery: LoggedDelivery
}) {
  return (
    <div className={classes.content}>
      <p className={classes.status} role="status">
        <StatusDot tone={deliveryStatuses[status].tone}>{deliveryStatuses[status].label}</StatusDot>
        {nextAttemptAt !== null && <span>{text.next(formatExactTime(nextAttemptAt))}</span>}
        {givenUpBecause !== null && <span>{givenUpReasons[givenUpBecause]}</span>}
      </p>
      <p>
        <FollowLink id={`delivery:${id}`} />
      </p>
      <section aria-label={text.attempts}>
        <h3 className={classes.title}>{text.attempts}</h3>
        {attempts.length === 0 && <p>{text.none}</p>}
        <ol className={classes.attempts}>
          {attempts.map((attempt) => (
            <li key={attempt.at}>
              <time dateTime={attempt.at}>{formatExactTime(attempt.at)}</time>
              <AttemptResult attempt={attempt} />
            </li>
          ))}
        </ol>
      </section>
      {incidents.length > 0 && (
        <section aria-label={text.incidents}>
          <h3 className={classes.title}>{text.incidents}</h3>
          <p className={classes.incidents}>
            {incidents.map(({ id, number }) => (
              <Link key={id} to="/incidents/$id" params={{ id }}>
                {text.number(number)}
              </Link>
            ))}
          </p>
        </section>
      )}
      <section aria-label={text.sent}>
        <h3 className={classes.title}>{text.sent}</h3>
        <p className={classes.text}>{message}</p>
      </section>
    </div>
  )
}
