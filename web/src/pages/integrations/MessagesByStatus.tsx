import { Link } from '@tanstack/react-router'
import { useMessageCounts } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { startOfToday } from '../../ui/madrid.ts'
import { Section } from '../../ui/Section.tsx'
import { useNow } from '../../ui/useNow.ts'
import { StatusMark } from '../messages/StatusMark.tsx'
import { statuses } from '../messages/statuses.ts'
import { MessageCount } from './MessageCount.tsx'
import classes from './MessageGlance.module.css'

const text = words({ all: 'Ver todos los mensajes' }, { all: 'See all messages' })

/** The number of SINLI messages in each status, each linked to its list. */
export function MessagesByStatus() {
  const counts = useMessageCounts(startOfToday(useNow()))
  return (
    <Section title={titles.messages} aside={<Link to="/messages">{text.all}</Link>} busy={!counts}>
      <div className={classes.counts}>
        {statuses.map((status) => (
          <MessageCount key={status} count={counts?.[status].totalCount} search={{ status }}>
            <StatusMark status={status} />
          </MessageCount>
        ))}
      </div>
    </Section>
  )
}
