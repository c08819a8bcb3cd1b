import { useState } from 'react'
import { Button } from '@mantine/core'
import { useMySessions, useSignOutEverywhere } from '../../api/account.ts'
import { words } from '../../language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { useLeave } from '../../useLeave.ts'
import classes from './Sessions.module.css'
import { sessionColumns } from './sessionColumns.tsx'

const text = words(
  {
    title: 'Sesiones abiertas',
    purpose:
      'Los navegadores y programas en los que has entrado. Si no reconoces alguno, ciérralo y cambia la contraseña.',
    everywhere: 'Cerrar todas…',
    confirmTitle: 'Cerrar todas tus sesiones',
    confirm: 'Cerrar todas',
    effect: 'También se cierra esta: tendrás que volver a entrar.',
  },
  {
    title: 'Open sessions',
    purpose: 'The browsers and programs you signed in with. If you do not know one, end it and change your password.',
    everywhere: 'Sign out everywhere…',
    confirmTitle: 'Sign out everywhere',
    confirm: 'Sign out everywhere',
    effect: 'This session ends too: you will have to sign in again.',
  },
)

/** The operator's open sessions, each with a button to end it. */
export function Sessions() {
  const { data: sessions, error, refetch } = useMySessions()
  const [leaving, setLeaving] = useState(false)
  return (
    <section aria-labelledby="sessions-title">
      <div className={classes.head}>
        <h2 id="sessions-title" className={classes.title}>
          {text.title}
        </h2>
        <p className={classes.purpose}>{text.purpose}</p>
        <Button
          size="xs"
          variant="default"
          className={classes.everywhere}
          onClick={() => {
            setLeaving(true)
          }}
        >
          {text.everywhere}
        </Button>
      </div>
      {!sessions && error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordTable
          label={text.title}
          columns={sessionColumns}
          rows={sessions}
          idOf={({ id }) => id}
          empty={<Nothing />}
          places={2}
        />
      )}
      <SignOutEverywhere
        opened={leaving}
        onClose={() => {
          setLeaving(false)
        }}
      />
    </section>
  )
}

function SignOutEverywhere({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const leave = useLeave()
  const { mutate, error, isPending, reset } = useSignOutEverywhere(() => leave({}))
  return (
    <Confirm
      danger
      opened={opened}
      onClose={() => {
        onClose()
        reset()
      }}
      title={text.confirmTitle}
      confirmLabel={text.confirm}
      error={error}
      isPending={isPending}
      onConfirm={() => {
        mutate()
      }}
    >
      {text.effect}
    </Confirm>
  )
}
