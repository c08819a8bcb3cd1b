import { useState } from 'react'
import { Button } from '@mantine/core'
import { type Incident } from '../../../api/incidents/incidents.ts'
import { type Mute, useMutes } from '../../../api/incidents/maintenance.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { EndMute } from '../../../incidents/EndMute.tsx'
import { MuteSentence } from '../../../incidents/MuteSentence.tsx'
import { localize } from '../../../i18n.ts'
import classes from './IncidentAlerts.module.css'
import { MuteDialog } from './MuteDialog.tsx'

const text = localize({ muted: 'Silenciado.', mute: 'Silenciar avisos…' }, { muted: 'Muted.', mute: 'Mute alerts…' })

/** The mutes in force for the subject of an incident, and the action that mutes it. */
export function IncidentMutes({ incident }: { incident: Incident }) {
  const { data: mutes } = useMutes()
  const canMute = usePermission('mute:Incident')
  const [isMuting, setMuting] = useState(false)
  const own = (mutes ?? []).filter((mute) => concerns(mute, incident))
  return (
    <div className={classes.mutes}>
      {own.map((mute) => (
        <div key={mute.id} className={classes.muted}>
          <span>
            <strong>{text.muted}</strong> <MuteSentence mute={mute} />
          </span>
          <EndMute mute={mute} />
        </div>
      ))}
      {canMute && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setMuting(true)
          }}
        >
          {text.mute}
        </Button>
      )}
      <MuteDialog
        incident={incident}
        opened={isMuting}
        onClose={() => {
          setMuting(false)
        }}
      />
    </div>
  )
}

function concerns({ matcher: { kinds, areas, subjects } }: Mute, { kind, subject }: Incident): boolean {
  if (kinds.length + areas.length + subjects.length === 0) return true
  const areaId = 'area' in subject ? subject.area?.id : undefined
  return (
    kinds.includes(kind) ||
    areas.some(({ id }) => id === areaId) ||
    subjects.some((other) => other.kind === kind && other.id === subject.id)
  )
}
