import { Link } from '@tanstack/react-router'
import { useMessageCounts } from '../../api/messages/messages.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { startOfToday } from '../../format/madridTime.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { useNow } from '../../ui/useNow.ts'
import { StatusBadge } from '../messages/StatusBadge.tsx'
import { statuses } from '../messages/statuses.ts'
import { MessageCount } from './MessageCount.tsx'
import classes from './MessageSummary.module.css'

const text = localize({ all: 'Ver todos los mensajes' }, { all: 'See all messages' })

/** The number of SINLI messages in each status, each linked to its list. */
export function MessagesByStatus() {
  const counts = useMessageCounts(startOfToday(useNow()))
  return (
    <Section title={pageTitles.messages} aside={<Link to="/messages">{text.all}</Link>} busy={!counts}>
      <div className={classes.counts}>
        {statuses.map((status) => (
          <MessageCount key={status} count={counts?.[status].totalCount} search={{ status }}>
            <StatusBadge status={status} />
          </MessageCount>
        ))}
      </div>
    </Section>
  )
}
