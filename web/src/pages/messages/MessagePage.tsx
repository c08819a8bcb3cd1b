import { useState } from 'react'
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isWaiting, type Message, useMessage } from '../../api/messages/messages.ts'
import { usePermission } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { MissingPermission } from '../../permissions/MissingPermission.tsx'
import { FollowLink } from '../../tracing/FollowLink.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ReplayDialog } from '../../replays/ReplayDialog.tsx'
import { documentName } from './documents.ts'
import { MessageFacts } from './MessageFacts.tsx'
import { MessageParts } from './views/MessageParts.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { MessageProblem } from './MessageProblem.tsx'

const route = getRouteApi('/app/messages/$id')

const text = localize(
  {
    missing: 'No existe este mensaje',
    hint: 'Quizá el enlace esté incompleto.',
    facts: 'Datos',
    replay: 'Reprocesar…',
  },
  {
    missing: 'There is no such message',
    hint: 'Perhaps the link is incomplete.',
    facts: 'Details',
    replay: 'Reprocess…',
  },
)

/** One SINLI message: its status and the reason, its document, its text and all attempts. */
export function MessagePage() {
  const { id } = route.useParams()
  const view = route.useSearch()
  const { data: message, error, refetch } = useMessage(id)
  if (message === undefined && error) return <LoadError error={error} onRetry={() => void refetch()} />
  const back = <Link to="/messages">{pageTitles.messages}</Link>
  if (message === null) {
    return (
      <>
        <PageHeader title={pageTitles.message} above={back} />
        <EmptyState title={text.missing} hint={text.hint} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={message ? formatTitle(message) : pageTitles.message}
        above={back}
        summary={message && <StatusBadge status={message.status} />}
      >
        {message && <ReplayButton message={message} />}
      </PageHeader>
      {message && <MessageProblem message={message} />}
      <Section title={text.facts} aside={<FollowLink id={`message:${id}`} />} busy={!message}>
        <MessageFacts message={message} />
      </Section>
      {message && <MessageParts message={message} {...view} />}
    </>
  )
}

/** The title of a message. A failed message is named by the legible part of its document. */
function formatTitle(message: Message): string {
  const { decoded, salvaged, document, version } = message
  const name = documentName(
    salvaged?.type ? { document: salvaged.type, version: salvaged.version } : { document, version },
  )
  const number = decoded?.number ?? salvaged?.number
  return number ? `${name} · ${number}` : name
}

function ReplayButton({ message }: { message: Message }) {
  const [isOpen, setOpen] = useState(false)
  const canReplay = usePermission('replay:Integration')
  if (isWaiting(message)) return null
  if (!canReplay) return <MissingPermission permission="replay:Integration" />
  return (
    <>
      <Button
        size="xs"
        variant={message.status === 'FAILED' ? 'filled' : 'default'}
        onClick={() => {
          setOpen(true)
        }}
      >
        {text.replay}
      </Button>
      <ReplayDialog
        opened={isOpen}
        selection={{ messageIds: [message.id] }}
        onClose={() => {
          setOpen(false)
        }}
      />
    </>
  )
}
