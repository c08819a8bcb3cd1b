import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '../../api/health/health.ts'
import { type Incident } from '../../api/incidents/incidents.ts'
import { HistorySection } from '../../health/charts/HistorySection.tsx'
import { useWindow } from '../../health/charts/useWindow.ts'
import { type ChartWindow, shortestWindowSince } from '../../health/charts/chartWindows.ts'

/** Charts of the subject from shortly before the incident; empty if that is too long ago. */
export function IncidentCharts({ incident: { kind, subject, openedAt } }: { incident: Incident }) {
  const [initialWindow] = useState(() => shortestWindowSince(openedAt))
  return initialWindow ? <Charts kind={kind} id={subject.id} initialWindow={initialWindow} /> : null
}

type Props = { kind: Incident['kind']; id: string; initialWindow: ChartWindow }

function Charts({ kind, id, initialWindow }: Props) {
  const { data: health } = useQuery(healthQuery(kind, id))
  const [window, setWindow] = useWindow(initialWindow)
  // A subject that was removed meanwhile has no history.
  if (health === null) return null
  return <HistorySection kind={kind} id={id} health={health} window={window} onWindowChange={setWindow} />
}
