import { showAge, showTime, showWholeTime } from './times.ts'
import { useNow } from './useNow.ts'

/** A moment: when, or with `ago` how long ago; the whole of it under the pointer. */
export function When({ at, ago = false }: { at: string; ago?: boolean }) {
  const now = useNow()
  return (
    <time dateTime={at} title={showWholeTime(at)}>
      {ago ? showAge(at, now) : showTime(at, now)}
    </time>
  )
}
