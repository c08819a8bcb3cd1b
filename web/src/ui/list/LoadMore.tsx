import { useEffect } from 'react'
import { Button } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { localize } from '../../i18n.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { commonLabels } from '../labels.ts'
import classes from './LoadMore.module.css'

type Props = {
  loaded: number
  total: number
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
}

const text = localize(
  { of: (shown: string, total: string) => `${shown} de ${total}` },
  { of: (shown, total) => `${shown} of ${total}` },
)

/** End of a partly loaded list: shows the progress and loads the next page on scroll or click. */
export function LoadMore({ loaded, total, hasMore, isLoadingMore, loadMore }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const isNear = entry?.isIntersecting === true
  useEffect(() => {
    if (isNear && hasMore && !isLoadingMore) loadMore()
  }, [isNear, hasMore, isLoadingMore, loadMore])
  if (!hasMore) return null
  return (
    <div ref={ref} className={classes.end}>
      <span>{text.of(formatInteger(loaded), formatInteger(total))}</span>
      <Button variant="default" size="compact-sm" loading={isLoadingMore} onClick={loadMore}>
        {commonLabels.more}
      </Button>
    </div>
  )
}
