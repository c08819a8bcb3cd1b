import { type ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import classes from './Facts.module.css'
import { UNKNOWN } from './words.ts'

/** Description list of names and values. A null value shows a dash; undefined `values` show skeletons. */
export function Facts({ names, values }: { names: readonly string[]; values: readonly ReactNode[] | undefined }) {
  return (
    <dl className={classes.facts}>
      {names.map((name, index) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{values ? (values[index] ?? UNKNOWN) : <Skeleton height={12} width="60%" my={4} />}</dd>
        </div>
      ))}
    </dl>
  )
}
