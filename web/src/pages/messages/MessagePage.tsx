import { useState } from 'react'
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isWaiting, type Message, useMessage } from '../../api/messages.ts'
import { useMay } from '../../api/session.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Section } from '../../ui/Section.tsx'
import { ReplayDialog } from '../replays/ReplayDialog.tsx'
import { nameOf } from './documents.ts'
import { MessageFacts } from './MessageFacts.tsx'
import { MessageParts } from './MessageParts.tsx'
import { StatusMark } from './StatusMark.tsx'
import { WhatHappened } from './WhatHappened.tsx'

const route = getRouteApi('/app/messages/$id')

const text = words(
  {
    missing: 'No existe este mensaje',
    hint: 'Quizá el enlace esté incompleto.',
    facts: 'Datos',
    replay: 'Reprocesar…',
  },
  {
    missing: 'There is no such message',
    hint: 'Perhaps the link is incomplete.',
    facts: 'Facts',
    replay: 'Reprocess…',
  },
)

/** One SINLI message: its status and the reason, its document, its text and all attempts. */
export function MessagePage() {
  const { id } = route.useParams()
  const shown = route.useSearch()
  const { data: message, error, refetch } = useMessage(id)
  if (message === undefined && error) return <Failure error={error} onRetry={() => void refetch()} />
  const back = <Link to="/messages">{titles.messages}</Link>
  if (message === null) {
    return (
      <>
        <PageHeader title={titles.message} above={back} />
        <Nothing title={text.missing} hint={text.hint} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={message ? titleOf(message) : titles.message}
        above={back}
        summary={message && <StatusMark status={message.status} />}
      >
        {message && <Replay message={message} />}
      </PageHeader>
      {message && <WhatHappened message={message} />}
      <Section title={text.facts} busy={!message}>
        <MessageFacts message={message} />
      </Section>
      {message && <MessageParts message={message} {...shown} />}
    </>
  )
}

function titleOf(message: Message): string {
  const number = message.decoded?.number
  return number ? `${nameOf(message)} · ${number}` : nameOf(message)
}

function Replay({ message }: { message: Message }) {
  const [isOpen, setOpen] = useState(false)
  const mayReplay = useMay('replay:Integration')
  if (!mayReplay || isWaiting(message)) return null
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
