import { Skeleton } from '@mantine/core'
import classes from './Related.module.css'

const SKELETON_ROWS = 3

/** Skeleton of the lists that belong to a library; nothing if loading failed. */
export function RelatedSkeleton({ hasFailed = false }: { hasFailed?: boolean }) {
  if (hasFailed) return null
  return (
    <ul>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <li key={index} className={classes.item}>
          <Skeleton height={12} width="62%" />
          <Skeleton height={12} width={88} />
        </li>
      ))}
    </ul>
  )
}
