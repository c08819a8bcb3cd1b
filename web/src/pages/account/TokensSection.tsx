import { useState } from 'react'
import { Button } from '@mantine/core'
import { useMyTokens } from '../../api/auth/tokens.ts'
import { localize } from '../../i18n.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { TableSection } from '../../ui/layout/TableSection.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { CreateMyToken } from './CreateMyToken.tsx'
import { tokenColumns } from './tokenColumns.tsx'

const text = localize(
  {
    title: 'Claves',
    purpose:
      'Para que tus guiones y pantallas usen la API en tu nombre, con algunos de tus permisos y sin tu contraseña.',
    create: 'Crear clave…',
    none: 'No tienes ninguna clave',
    noneHint: 'Crea una por cada programa, con los permisos que necesite.',
  },
  {
    title: 'Tokens',
    purpose: 'For your scripts and screens to use the API as you, with some of your permissions and no password.',
    create: 'Create token…',
    none: 'You have no tokens',
    noneHint: 'Create one for each program, with the permissions it needs.',
  },
)

/** The operator's API tokens, each with a button to revoke it. */
export function TokensSection() {
  const { data: tokens, error, refetch } = useMyTokens()
  const [isCreating, setCreating] = useState(false)
  const action = (
    <Button
      size="xs"
      variant="default"
      onClick={() => {
        setCreating(true)
      }}
    >
      {text.create}
    </Button>
  )
  return (
    <TableSection title={text.title} purpose={text.purpose} action={action}>
      {!tokens && error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={text.title}
          columns={tokenColumns}
          rows={tokens}
          getRowId={({ id }) => id}
          empty={<EmptyState title={text.none} hint={text.noneHint} />}
          skeletonRows={1}
        />
      )}
      <CreateMyToken
        opened={isCreating}
        onClose={() => {
          setCreating(false)
        }}
      />
    </TableSection>
  )
}
