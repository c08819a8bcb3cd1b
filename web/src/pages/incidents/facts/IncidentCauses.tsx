import { type Incident } from '../../../api/incidents/incidents.ts'
import { Decision } from '../../../health/current/Decision.tsx'
import { localize } from '../../../i18n.ts'
import { Evidence } from './Evidence.tsx'

const text = localize(
  {
    opening: 'Por qué se abrió',
    worst: 'Lo peor',
    unknown: 'No se guardaron los números de cuando se abrió.',
    unknownWorst: 'No se guardaron los números de cuando empeoró.',
  },
  {
    opening: 'Why it opened',
    worst: 'The worst',
    unknown: 'The numbers of when it opened were not stored.',
    unknownWorst: 'The numbers of when it got worse were not stored.',
  },
)

/** The cause for which an incident opened, and its worst moment if it got worse. A recovery changes neither. */
export function IncidentCauses({ incident }: { incident: Incident | undefined }) {
  if (!incident) return <Decision title={text.opening} subject={undefined} />
  const { opening, worst, maxSeverity } = incident
  const gotWorse = opening ? opening.severity !== maxSeverity : worst !== null
  const unknown = (reason: string) => ({ reason, evidence: null })
  const cause = (gotWorse ? worst : opening) ?? incident
  const operations = <Evidence incident={incident} evidence={cause.evidence} />
  return (
    <>
      <Decision title={text.opening} subject={opening ?? unknown(text.unknown)}>
        {!gotWorse && operations}
      </Decision>
      {gotWorse && (
        <Decision title={text.worst} subject={worst ?? unknown(text.unknownWorst)}>
          {operations}
        </Decision>
      )}
    </>
  )
}
