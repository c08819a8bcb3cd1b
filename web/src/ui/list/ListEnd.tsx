import { useEffect } from 'react'
import { Button } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { words } from '../../language.ts'
import { showWhole } from '../numbers.ts'
import { common } from '../words.ts'
import classes from './ListEnd.module.css'

type Props = {
  shown: number
  total: number
  hasMore: boolean
  isReadingMore: boolean
  readMore: () => void
}

const text = words(
  { of: (shown: string, total: string) => `${shown} de ${total}` },
  { of: (shown, total) => `${shown} of ${total}` },
)

/** End of a partly loaded list: shows the progress and loads the next page on scroll or click. */
export function ListEnd({ shown, total, hasMore, isReadingMore, readMore }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const isNear = entry?.isIntersecting === true
  useEffect(() => {
    if (isNear && hasMore && !isReadingMore) readMore()
  }, [isNear, hasMore, isReadingMore, readMore])
  if (!hasMore) return null
  return (
    <div ref={ref} className={classes.end}>
      <span>{text.of(showWhole(shown), showWhole(total))}</span>
      <Button variant="default" size="compact-sm" loading={isReadingMore} onClick={readMore}>
        {common.more}
      </Button>
    </div>
  )
}
