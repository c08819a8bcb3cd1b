import { Link } from '@tanstack/react-router'
import { useMessageCounts } from '../../api/messages/messages.ts'
import { localize } from '../../i18n.ts'
import { startOfToday } from '../../format/madridTime.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { useNow } from '../../ui/useNow.ts'
import { pageTitles } from '../../pageTitles.ts'
import { MessageCount } from './MessageCount.tsx'
import classes from './MessageSummary.module.css'

const text = localize(
  { all: 'Ver todos los mensajes', today: 'Recibidos hoy', failed: 'Fallidos', waiting: 'En espera' },
  { all: 'See all messages', today: 'Received today', failed: 'Failed', waiting: 'Waiting' },
)

/** The numbers of SINLI messages that arrived today, that failed and that are waiting, each linked to its list. */
export function MessageSummary() {
  const today = startOfToday(useNow())
  const counts = useMessageCounts(today)
  return (
    <Section title={pageTitles.messages} aside={<Link to="/messages">{text.all}</Link>} busy={!counts}>
      <div className={classes.counts}>
        <MessageCount count={counts?.today.totalCount} search={{ from: today }}>
          {text.today}
        </MessageCount>
        <MessageCount count={counts?.FAILED.totalCount} search={{ status: 'FAILED' }}>
          {text.failed}
        </MessageCount>
        <MessageCount count={counts?.RECEIVED.totalCount} search={{ status: 'RECEIVED' }}>
          {text.waiting}
        </MessageCount>
      </div>
    </Section>
  )
}
