import { type ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import classes from './DescriptionList.module.css'
import { NO_VALUE } from '../../format/noValue.ts'

/** A name with its value. Null shows a dash; undefined shows a skeleton until the value is loaded. */
type Item = { name: string; value: ReactNode }

/** Description list of names and values. */
export function DescriptionList({ items }: { items: readonly Item[] }) {
  return (
    <dl className={classes.list}>
      {items.map(({ name, value }) => (
        <div key={name} className={classes.item}>
          <dt>{name}</dt>
          <dd>{value === undefined ? <Skeleton height={12} width="60%" my={4} /> : (value ?? NO_VALUE)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A fact of a record. Its value is never undefined: that would show a skeleton. */
export type Fact<Of> = { name: string; valueOf: (record: Of) => Exclude<ReactNode, undefined> }

/**
 * The facts of a record as items, for lists that are too long for one function. `record` is undefined until it is
 * loaded.
 */
export const itemsOf = <Of,>(facts: readonly Fact<Of>[], record: Of | undefined): Item[] =>
  facts.map(({ name, valueOf }) => ({ name, value: record && valueOf(record) }))
