import { showAge, showTime, showWholeTime } from './times.ts'
import { useNow } from './useNow.ts'

/** Time of day or, with `ago`, its age; the full date and time on hover. */
export function When({ at, ago = false }: { at: string; ago?: boolean }) {
  const now = useNow()
  return (
    <time dateTime={at} title={showWholeTime(at)}>
      {ago ? showAge(at, now) : showTime(at, now)}
    </time>
  )
}
