import { useState } from 'react'
import { Button } from '@mantine/core'
import { useMySessions, useSignOutEverywhere } from '../../api/auth/account.ts'
import { localize } from '../../i18n.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { TableSection } from '../../ui/layout/TableSection.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useSignOutRedirect } from '../../useSignOutRedirect.ts'
import { sessionColumns } from './sessionColumns.tsx'

const text = localize(
  {
    title: 'Sesiones abiertas',
    purpose:
      'Navegadores y programas en los que has iniciado sesión. Si no reconoces alguno, ciérralo y cambia la contraseña.',
    everywhere: 'Cerrar todas…',
    confirmTitle: 'Cerrar todas tus sesiones',
    confirm: 'Cerrar todas',
    effect: 'También se cierra esta sesión: tendrás que volver a entrar.',
  },
  {
    title: 'Open sessions',
    purpose: 'Browsers and programs you signed in with. If you do not recognise one, end it and change your password.',
    everywhere: 'Sign out everywhere…',
    confirmTitle: 'Sign out everywhere',
    confirm: 'Sign out everywhere',
    effect: 'This session ends too: you will have to sign in again.',
  },
)

/** The operator's open sessions, each with a button to end it. */
export function SessionsSection() {
  const { data: sessions, error, refetch } = useMySessions()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <TableSection
      title={text.title}
      purpose={text.purpose}
      action={
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setConfirming(true)
          }}
        >
          {text.everywhere}
        </Button>
      }
    >
      {!sessions && error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={text.title}
          columns={sessionColumns}
          rows={sessions}
          getRowId={({ id }) => id}
          empty={<EmptyState />}
          skeletonRows={2}
        />
      )}
      <SignOutEverywhere
        opened={isConfirming}
        onClose={() => {
          setConfirming(false)
        }}
      />
    </TableSection>
  )
}

function SignOutEverywhere({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const redirectToSignIn = useSignOutRedirect()
  const { mutate, error, isPending, reset } = useSignOutEverywhere(() => redirectToSignIn({}))
  return (
    <ConfirmDialog
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
    </ConfirmDialog>
  )
}
