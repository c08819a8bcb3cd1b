import { Skeleton } from '@mantine/core'
import classes from './Related.module.css'

const PLACES = 3

/** Keeps the place of what belongs to a library while it is on its way. */
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
