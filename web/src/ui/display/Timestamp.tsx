import { formatRelative, formatTime, formatFullTime } from '../../format/formatTime.ts'
import { useIsMinuteShared } from './sharedMinutes.ts'
import { useNow } from '../useNow.ts'

/**
 * Time of day or, with `ago`, its age; the full date and time on hover. If another row of its list has the same minute,
 * the time of day with seconds.
 */
export function Timestamp({ at, ago = false }: { at: string; ago?: boolean }) {
  const now = useNow()
  const isShared = useIsMinuteShared(at)
  return (
    <time dateTime={at} title={formatFullTime(at)}>
      {ago && !isShared ? formatRelative(at, now) : formatTime(at, now, isShared)}
    </time>
  )
}
