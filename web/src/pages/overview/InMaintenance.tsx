import { Link } from '@tanstack/react-router'
import { useMaintenances } from '../../api/incidents/maintenance.ts'
import { SuppressedIncidents } from '../../incidents/SuppressedIncidents.tsx'
import { localize } from '../../i18n.ts'
import { scopeText } from '../../subjects/scope.ts'
import panel from '../../ui/layout/Panel.module.css'
import { Section } from '../../ui/layout/Section.tsx'

const text = localize(
  { title: 'En mantenimiento', all: 'Ver mantenimiento' },
  { title: 'In maintenance', all: 'See maintenance' },
)

/** The maintenance in progress with the incidents that it suppresses; empty without any. */
export function InMaintenance() {
  const { data: maintenances = [] } = useMaintenances()
  const active = maintenances.filter((maintenance) => maintenance.active)
  if (active.length === 0) return null
  return (
    <Section title={text.title} aside={<Link to="/maintenance">{text.all}</Link>}>
      {active.map(({ id, matcher, reason, by, incidents }) => (
        <div key={id}>
          <p className={panel.body}>
            {scopeText(matcher)}: {reason} ({by.name})
          </p>
          <SuppressedIncidents incidents={incidents} />
        </div>
      ))}
    </Section>
  )
}
