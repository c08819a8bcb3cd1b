import { randomUUID } from 'node:crypto'
import type { Prisma } from '../../generated/prisma/client.ts'
import { newTraceId } from '../../lib/trace-context.ts'
import type { AlertMessage } from '../message.ts'

type DeliverySource = { at: Date; groupKey?: string | null; traceId?: string | null; traceState?: string | null }

/** The row of a delivery, due at once. Its requests carry the trace of the request that caused it, or a new trace. */
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
    // The JSON round trip only changes the type: every value of a message survives it unchanged.
    message: JSON.parse(JSON.stringify(message)) as Prisma.InputJsonObject,
    createdAt: at,
    nextAt: at,
    traceId: traceId ?? newTraceId(),
    traceState,
  }) satisfies Prisma.DeliveryUncheckedCreateInput

/**
 * The columns of a pending delivery that an operator sends again: its attempts begin anew, everything is sent, and it
 * is due at once.
 */
export const newAttempts = (at: Date) => ({
  ...{ status: 'PENDING' as const, attempts: 0, delivered: 0, recipients: [], failedWithOthers: false },
  ...{ sentAgainAt: at, nextAt: at, endedAt: null, givenUpBecause: null },
})
