import { useState } from 'react'
import { Button } from '@mantine/core'
import { type OperatorRow, useOperators } from '../../api/operators.ts'
import { useMay } from '../../api/session.ts'
import { plural, words } from '../../language.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { titles } from '../../titles.ts'
import { AddOperator } from './AddOperator.tsx'
import { columns } from './columns.tsx'
import { NotForYou } from './NotForYou.tsx'
import classes from './OperatorsPage.module.css'
import { RoleGuide } from './RoleGuide.tsx'

const text = words(
  {
    add: 'Añadir operador',
    operators: (count: number) => plural(count, '1 operador', `${showWhole(count)} operadores`),
    disabled: (count: number) => plural(count, '1 desactivado', `${showWhole(count)} desactivados`),
  },
  {
    add: 'Add operator',
    operators: (count) => plural(count, '1 operator', `${showWhole(count)} operators`),
    disabled: (count) => `${showWhole(count)} disabled`,
  },
)

/** The operators and their roles; visible only to administrators. */
export function OperatorsPage() {
  return useMay('manage:Operator') ? <Operators /> : <NotForYou />
}

function Operators() {
  const { data: operators, error, refetch } = useOperators()
  const [adding, setAdding] = useState(false)
  if (!operators && error) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={titles.operators} summary={operators && summaryOf(operators)}>
        <Button
          size="xs"
          onClick={() => {
            setAdding(true)
          }}
        >
          {text.add}
        </Button>
      </PageHeader>
      <RecordTable
        label={titles.operators}
        columns={columns}
        rows={operators}
        idOf={({ id }) => id}
        empty={<Nothing />}
        places={4}
      />
      <div className={classes.guide}>
        <RoleGuide />
      </div>
      <AddOperator
        opened={adding}
        onClose={() => {
          setAdding(false)
        }}
      />
    </>
  )
}

function summaryOf(operators: readonly OperatorRow[]): string {
  const disabled = operators.filter(({ disabledAt }) => disabledAt !== null).length
  return [text.operators(operators.length), disabled > 0 && text.disabled(disabled)].filter(Boolean).join(' · ')
}
