import { Skeleton } from '@mantine/core'

/** Placeholder of a page whose code is still loading. */
export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={24} width={160} mb={22} />
      <Skeleton height={120} mb={16} />
      <Skeleton height={320} />
    </div>
  )
}
