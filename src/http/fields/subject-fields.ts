import { z } from 'zod'
import { toMatcher, maxMatchedSubjects } from '../../monitoring/suppression/subject-matcher.ts'
import { descriptionOf } from '../../lib/fields-of.ts'
import { enumerations } from '../../generated/contract.ts'
import { list, oneOf } from './basic-fields.ts'
import { text } from './zod-fields.ts'

const kinds = enumerations.Kind

/** A kind of subject in requests. */
export const KindParameter = oneOf(kinds)

/** A subject in requests. */
export const SubjectReference = z
  .strictObject({
    kind: KindParameter.describe(descriptionOf('Subject.kind')),
    id: text(400).describe(descriptionOf('Query.subject(id:)')),
  })
  .meta({ id: 'SubjectRefInput', description: 'A subject.' })

/** A list in requests that may be absent or null. */
export const listOf = <Item extends z.ZodType>(item: Item, max: number) => list(item, max).nullish()

/** A set of subjects in requests. */
export const Matcher = z
  .strictObject({
    kinds: listOf(KindParameter, kinds.length).describe(descriptionOf('SubjectMatcher.kinds')),
    areas: listOf(text(100), 100).describe(descriptionOf('SubjectMatcherInput.areas')),
    subjects: listOf(SubjectReference, maxMatchedSubjects).describe('These subjects.'),
  })
  .meta({
    id: 'SubjectMatcherInput',
    description: descriptionOf('SubjectMatcherInput'),
  })

/** The REST representation of a stored matcher. */
export function matcherBody(stored: unknown) {
  const { kinds, areas, subjects } = toMatcher(stored)
  return { kinds: [...kinds], areas: [...areas], subjects: [...subjects] }
}
