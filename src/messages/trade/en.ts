import type { Limit, Numbers, Values } from '../catalogue.ts'

type Names<Name extends string> = Readonly<Record<Name, readonly string[]>>

/** Sentences about libraries and their onboarding, customers, messages and replays. */
export const tradeInEnglish = {
  NO_CUSTOMER: ({ id }: Values<'id'>) => `There is no customer ${id}.`,
  SINLI_ID_OF_OTHER: ({ sinliId }: Values<'sinliId'>) => `The SINLI id ${sinliId} belongs to another library.`,
  KEY_RESERVED: ({ key }: Values<'key'>) =>
    `The key ${key} is reserved for Vigía itself: keys neither begin with service_, destination_ or heartbeat_ nor are telemetry or telemetry_reception.`,
  LOCK_IN_FUTURE: () => '"lockedAt" lies in the future: check the clock of whoever tells it.',
  SIGN_IN_IN_FUTURE: () => 'This sign-in lies in the future: check the clock of whoever reports it.',
  LIBRARIES_CHANGED: () => 'Another request changed some of these libraries meanwhile: repeat the batch.',

  NO_MESSAGES: ({ ids, more }: Names<'ids'> & Numbers<'more'>) =>
    `There is no message ${ids.join(', ')}${more > 0 ? ` (and ${more} more)` : ''}.`,
  MESSAGE_IDS_TOO_MANY: ({ max }: Numbers<'max'>) => `At most ${max} messages can be asked for by their ids.`,
  MESSAGES_NOT_NAMED: () => 'Say which messages: either by `messageIds` or by `failed`, and not by both.',
  MESSAGES_NONE: () => 'Name at least one message: `messageIds` is empty.',
  MESSAGES_TOO_MANY: ({ max, count }: Limit) => `At most ${max} messages a call; these are ${count}.`,
  KEY_OF_OTHER_REPLAY: () => 'This Idempotency-Key was used for another request: take a new one.',
  REPLAY_OF_OTHER_RUNS: () => 'Another replay of this integration is running. Try again when it is over.',
  REPLAY_RUNS: () => 'This replay is still running. Ask again later, with the same Idempotency-Key.',

  ONBOARDING_NOT_REQUESTED: ({ stage }: Values<'stage'>) =>
    `This library is ${stage}: only one that is SOLICITADA can be started.`,
  STEPS_MISSING: ({ steps }: Names<'steps'>) =>
    `This library cannot be ACTIVA yet: ${steps.join(', ')} must be done or waived first.`,
  STAGE_NOT_NEXT: ({ from, to, stages }: Values<'from' | 'to'> & Names<'stages'>) =>
    `A library in the stage ${from} cannot be moved to ${to}. It can be moved to ${stages.join(', ')}.`,
  STAGE_LAST: ({ from, to }: Values<'from' | 'to'>) =>
    `A library in the stage ${from} cannot be moved to ${to}. It stays there.`,
  STEP_OF_DATA: ({ step, steps }: Values<'step'> & Names<'steps'>) =>
    `${step} is read from data: only ${steps.join(', ')} are ticked by hand.`,
  STEP_DONE: ({ step }: Values<'step'>) => `The step ${step} is done already.`,
  STEPS_FINAL: ({ stage }: Values<'stage'>) => `This library is ${stage}: its steps do not change any more.`,
  EMAIL_NOT_TOLD: () => 'The platform has told no valid e-mail address of this library.',
  NO_RESPONSIBLE: () => 'There is no enabled operator with this id.',
}
