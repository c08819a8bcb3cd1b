import { Skeleton } from '@mantine/core'
import classes from './Related.module.css'

const PLACES = 3

/** Skeleton of the lists that belong to a library; nothing if loading failed. */
export function RelatedPlaces({ failed = false }: { failed?: boolean }) {
  if (failed) return null
  return (
    <ul>
      {Array.from({ length: PLACES }, (_, place) => (
        <li key={place} className={classes.item}>
          <Skeleton height={12} width="62%" />
          <Skeleton height={12} width={88} />
        </li>
      ))}
    </ul>
  )
}
