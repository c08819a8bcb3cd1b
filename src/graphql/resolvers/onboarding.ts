import type { Resolvers } from '../../generated/graphql.ts'
import { assignOnboarding, startOnboarding } from '../../onboarding/manage-onboarding.ts'
import { checkEmail, completeStep, waiveStep } from '../../onboarding/manage-steps.ts'
import { countOnboardings, countStages, findOnboarding, listOnboardings } from '../../onboarding/onboarding-queries.ts'
import type { Onboarding } from '../../onboarding/onboarding-row.ts'
import { listSeenDocuments } from '../../onboarding/seen-documents.ts'
import { stagesAfter } from '../../onboarding/stages.ts'
import { stepMessage } from '../../onboarding/step-text.ts'
import { manualSteps } from '../../onboarding/steps.ts'
import { countUnknownParties, listUnknownParties } from '../../onboarding/unknown-parties.ts'
import { connection, connectionBy, withTotal } from '../connection.ts'
import { actorOf, timeOf, type Context } from '../context.ts'
import { firstOf } from '../list-slice.ts'

export const onboarding = {
  Query: {
    onboardings: (_root, { filter: given, ...page }, context) => {
      const { db } = context
      const [filter, at] = [given ?? {}, timeOf(context)]
      return connectionBy(
        ({ code, place }: Onboarding & { place?: string }) => place ?? code,
        page,
        (limit, after) =>
          withTotal(listOnboardings(db, { filter, at }, limit, after), () => countOnboardings(db, filter, at)),
      )
    },
    onboardingStages: (_root, _args, { db }) => countStages(db),
    onboarding: (_root, { libraryCode }, context) => findOnboarding(context.db, libraryCode, timeOf(context)),
    unknownParties: (_root, page, { db }) =>
      connection(page, (limit, after) =>
        withTotal(listUnknownParties(db, limit, after), () => countUnknownParties(db)),
      ),
  },
  Mutation: {
    startOnboarding: (_root, { input }, context) =>
      payloadOf(startOnboarding(context.db, input, actorOf(context), timeOf(context))),
    completeOnboardingStep: (_root, { input }, context) =>
      payloadOf(completeStep(context.db, input, actorOf(context), timeOf(context))),
    waiveOnboardingStep: (_root, { input }, context) =>
      payloadOf(waiveStep(context.db, input, actorOf(context), timeOf(context))),
    moveOnboarding: (_root, { input }, context) => payloadOf(context.moveOnboarding(input, actorOf(context))),
    checkOnboardingEmail: (_root, { input: { libraryCode } }, context) =>
      payloadOf(checkEmail(context, libraryCode, actorOf(context))),
    assignOnboarding: (_root, { input: { libraryCode, responsibleId } }, context) => {
      const input = { libraryCode, responsibleId: responsibleId ?? null }
      return payloadOf(assignOnboarding(context.db, input, actorOf(context), timeOf(context)))
    },
  },
  Onboarding: {
    id: ({ code }) => code,
    library: ({ code }, _args, context) => requireLibrary(code, context),
    nextStages: ({ stage }) => [...stagesAfter(stage)],
    responsible: ({ responsibleId }, _args, { loaders }) =>
      responsibleId === null ? null : loaders.account.load(responsibleId),
    nextStep: ({ next }) => next,
    seenDocuments: async ({ code }, slice, { db }) => firstOf(await listSeenDocuments(db, code), slice),
  },
  OnboardingStep: {
    message: (step) => stepMessage(step),
    manual: ({ key }) => manualSteps.includes(key),
    at: ({ mark }) => mark?.at ?? null,
    by: ({ mark }, _args, { loaders }) => (mark ? loaders.account.load(mark.byId) : null),
    waiver: ({ mark }) => mark?.waiver ?? null,
  },
  UnknownParty: {
    library: ({ libraryCode }, _args, { loaders }) => (libraryCode === null ? null : loaders.library.load(libraryCode)),
  },
} satisfies Resolvers

const payloadOf = async (changed: Promise<Onboarding>) => ({ onboarding: await changed })

async function requireLibrary(code: string, { loaders }: Context) {
  const library = await loaders.library.load(code)
  if (!library) throw new Error(`The onboarding of ${code} has no library.`)
  return library
}
