import { type ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import classes from './DescriptionList.module.css'
import { NO_VALUE } from '../../format/noValue.ts'

/** Description list of names and values. A null value shows a dash; undefined `values` show skeletons. */
export function DescriptionList({
  names,
  values,
}: {
  names: readonly string[]
  values: readonly ReactNode[] | undefined
}) {
  return (
    <dl className={classes.list}>
      {names.map((name, index) => (
        <div key={name} className={classes.item}>
          <dt>{name}</dt>
          <dd>{values ? (values[index] ?? NO_VALUE) : <Skeleton height={12} width="60%" my={4} />}</dd>
        </div>
      ))}
    </dl>
  )
}
