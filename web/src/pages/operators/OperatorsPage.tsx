import { useState } from 'react'
import { Button } from '@mantine/core'
import { type OperatorRow, useOperators } from '../../api/auth/operators.ts'
import { usePermission } from '../../api/auth/session.ts'
import { plural, localize } from '../../i18n.ts'
import { AdminOnly } from '../../permissions/AdminOnly.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { formatInteger } from '../../format/formatNumber.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { pageTitles } from '../../pageTitles.ts'
import { AddOperator } from './AddOperator.tsx'
import { operatorColumns } from './columns.tsx'
import classes from './OperatorsPage.module.css'
import { RoleGuide } from './RoleGuide.tsx'
import { UnattendedTokens } from './UnattendedTokens.tsx'

const text = localize(
  {
    add: 'Añadir operador',
    adminOnly: 'Solo los administradores ven y cambian los operadores.',
    operators: (count: number) => plural(count, '1 operador', `${formatInteger(count)} operadores`),
    disabled: (count: number) => plural(count, '1 desactivado', `${formatInteger(count)} desactivados`),
    withoutRole: (count: number) => `${formatInteger(count)} sin rol en el proveedor`,
  },
  {
    add: 'Add operator',
    adminOnly: 'Only administrators see and change operators.',
    operators: (count) => plural(count, '1 operator', `${formatInteger(count)} operators`),
    disabled: (count) => `${formatInteger(count)} disabled`,
    withoutRole: (count) => `${formatInteger(count)} without a role at the provider`,
  },
)

/** The operators and their roles; visible only to administrators. */
export function OperatorsPage() {
  if (usePermission('manage:Operator')) return <Operators />
  return <AdminOnly title={pageTitles.operators} explanation={text.adminOnly} />
}

function Operators() {
  const { data: operators, error, refetch } = useOperators()
  const [isAdding, setIsAdding] = useState(false)
  if (!operators && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={pageTitles.operators} summary={operators && summarize(operators)}>
        <Button
          size="xs"
          onClick={() => {
            setIsAdding(true)
          }}
        >
          {text.add}
        </Button>
      </PageHeader>
      {operators && <UnattendedTokens operators={operators} />}
      <DataTable
        label={pageTitles.operators}
        columns={operatorColumns}
        rows={operators}
        getRowId={({ id }) => id}
        empty={<EmptyState />}
        skeletonRows={4}
      />
      <div className={classes.guide}>
        <RoleGuide />
      </div>
      <AddOperator
        opened={isAdding}
        onClose={() => {
          setIsAdding(false)
        }}
      />
    </>
  )
}

function summarize(operators: readonly OperatorRow[]): string {
  const disabled = operators.filter(({ disabledAt }) => disabledAt !== null).length
  const withoutRole = operators.filter(({ noRoleSince }) => noRoleSince !== null).length
  const parts = [disabled > 0 && text.disabled(disabled), withoutRole > 0 && text.withoutRole(withoutRole)]
  return [text.operators(operators.length), ...parts].filter(Boolean).join(' · ')
}
