import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '../../api/health.ts'
import { type Incident } from '../../api/incidents.ts'
import { Evolution } from '../health/Evolution.tsx'
import { useWindow } from '../health/useWindow.ts'
import { type Window, windowSince } from '../health/windows.ts'

/** Charts of the subject from shortly before the incident; nothing if that is too long ago. */
export function Surroundings({ incident: { kind, subject, openedAt } }: { incident: Incident }) {
  const [reaching] = useState(() => windowSince(openedAt))
  return reaching ? <Charts kind={kind} id={subject.id} reaching={reaching} /> : null
}

type Props = { kind: Incident['kind']; id: string; reaching: Window }

function Charts({ kind, id, reaching }: Props) {
  const { data: health } = useQuery(healthQuery(kind, id))
  const [window, look] = useWindow(reaching)
  // A subject removed since then has no history.
  if (health === null) return null
  return <Evolution kind={kind} id={id} health={health} window={window} onLook={look} />
}
