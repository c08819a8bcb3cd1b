import { useState } from 'react'
import { Skeleton } from '@mantine/core'
import { type Delivery, type Destination, useTestDestination } from '../../../api/incidents/destinations.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { localize } from '../../../i18n.ts'
import { ActionError } from '../../../ui/feedback/ActionError.tsx'
import { CompactButton } from '../../../ui/buttons/CompactButton.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/Dialog.tsx'
import { commonLabels } from '../../../ui/labels.ts'
import { AttemptResult } from '../deliveries/AttemptResult.tsx'
import classes from '../columns.module.css'

const text = localize(
  {
    test: 'Probar',
    testOne: (name: string) => `Probar ${name}`,
    title: (name: string) => `Prueba de ${name}`,
    again: 'Repetir',
    sending: 'Enviando un mensaje de prueba…',
    waiting: 'Todavía sin respuesta: el resultado aparecerá entre los envíos del destino.',
  },
  {
    test: 'Test',
    testOne: (name) => `Test ${name}`,
    title: (name) => `Test of ${name}`,
    again: 'Repeat',
    sending: 'Sending a test message…',
    waiting: 'No answer yet: the result will be among the deliveries of the destination.',
  },
)

type Props = { destination: Pick<Destination, 'id' | 'name'> }

/** Button that sends a test message, and a dialog with the answer; empty without the permission. */
export function TestDestination({ destination: { id, name } }: Props) {
  const canManage = usePermission('manage:Destination')
  const [opened, setOpened] = useState(false)
  const { mutate, data, error, isPending } = useTestDestination()
  const send = () => {
    mutate(id)
  }
  if (!canManage) return null
  return (
    <>
      <CompactButton
        className={classes.action}
        aria-label={text.testOne(name)}
        onClick={() => {
          setOpened(true)
          send()
        }}
      >
        {text.test}
      </CompactButton>
      <Dialog
        opened={opened}
        onClose={() => {
          setOpened(false)
        }}
        title={text.title(name)}
      >
        <div role="status">{isPending ? <Sending /> : data && <Result delivery={data} />}</div>
        <ActionError error={error} />
        <DialogActions>
          <CompactButton size="sm" onClick={send} disabled={isPending}>
            {text.again}
          </CompactButton>
          <CompactButton
            size="sm"
            data-autofocus
            onClick={() => {
              setOpened(false)
            }}
          >
            {commonLabels.close}
          </CompactButton>
        </DialogActions>
      </Dialog>
    </>
  )
}

function Sending() {
  return (
    <>
      <p>{text.sending}</p>
      <Skeleton height={12} width="60%" my={6} />
    </>
  )
}

function Result({ delivery: { attempts } }: { delivery: Delivery }) {
  const attempt = attempts.at(-1)
  return attempt ? <AttemptResult attempt={attempt} /> : <p>{text.waiting}</p>
}
