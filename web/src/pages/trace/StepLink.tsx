import { type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { type TraceStep } from '../../api/messages/trace.ts'
import { SubjectLink } from '../../health/SubjectLink.tsx'

type Props = { step: TraceStep; children: ReactNode }

/**
 * Link to the page of a step's object. Plain text if the step is a request to an endpoint that is not in the inventory.
 */
export function StepLink({ step, children }: Props) {
  switch (step.__typename) {
    case 'RequestStep':
      return step.endpointId === null ? (
        children
      ) : (
        <SubjectLink kind="ENDPOINTS" id={step.endpointId}>
          {children}
        </SubjectLink>
      )
    case 'ExampleStep':
      return (
        <SubjectLink kind={step.kind} id={step.subjectId}>
          {children}
        </SubjectLink>
      )
    case 'AuditStep':
      return (
        <Link to="/audit" search={{ entry: Number(step.entryId) }}>
          {children}
        </Link>
      )
    case 'IncidentStep':
      return (
        <Link to="/incidents/$id" params={{ id: step.incidentId }}>
          {children}
        </Link>
      )
    case 'DeliveryStep':
      return (
        <Link to="/alerts/$id" params={{ id: step.destinationId }}>
          {children}
        </Link>
      )
    case 'MessageStep':
    case 'AttemptStep':
    case 'DocumentStep':
    case 'ReplayStep':
      return <TradeLink step={step}>{children}</TradeLink>
  }
}

type TradeStep = Extract<TraceStep, { __typename: 'MessageStep' | 'AttemptStep' | 'DocumentStep' | 'ReplayStep' }>

function TradeLink({ step, children }: { step: TradeStep; children: ReactNode }) {
  if (step.__typename === 'ReplayStep') {
    return (
      <Link to="/replays/$id" params={{ id: step.replayId ?? '' }}>
        {children}
      </Link>
    )
  }
  const id = step.__typename === 'DocumentStep' ? step.document.messageId : step.messageId
  return (
    <Link to="/messages/$id" params={{ id }} search={step.__typename === 'AttemptStep' ? { view: 'attempts' } : {}}>
      {children}
    </Link>
  )
}
