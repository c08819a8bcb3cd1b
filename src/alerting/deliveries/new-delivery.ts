import { randomUUID } from 'node:crypto'
import type { Prisma } from '../../generated/prisma/client.ts'
import { newTraceId } from '../../lib/trace-context.ts'
import type { AlertMessage } from '../message.ts'

type DeliverySource = { at: Date; groupKey?: string | null; traceId?: string | null; traceState?: string | null }

/** The row of a delivery of a message, due at once. Its requests carry the trace of a request, or else a new one. */
export const newDelivery = (
  destinationId: string,
  message: AlertMessage,
  { at, groupKey = null, traceId, traceState = null }: DeliverySource,
) =>
  ({
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    destinationId,
    groupKey,
    kind: message.kind,
    // JSON round trip for the type only: every value of a message survives it unchanged.
    message: JSON.parse(JSON.stringify(message)) as Prisma.InputJsonObject,
    createdAt: at,
    nextAt: at,
    traceId: traceId ?? newTraceId(),
    traceState,
  }) satisfies Prisma.DeliveryUncheckedCreateInput

/** The columns of a pending delivery whose attempts an operator begins anew: all of it is sent, and it is due at once. */
export const newAttempts = (at: Date) => ({
  ...{ status: 'PENDING' as const, attempts: 0, delivered: 0, recipients: [], failedWithOthers: false },
  ...{ sentAgainAt: at, nextAt: at, endedAt: null, givenUpBecause: null },
})
