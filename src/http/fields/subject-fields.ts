import { z } from 'zod'
import { toMatcher, maxMatchedSubjects } from '../../monitoring/suppression/subject-matcher.ts'
import { text } from './zod-fields.ts'

const kinds = ['LIBRERIAS', 'ENDPOINTS', 'INTEGRACIONES'] as const

/** A kind of subject in requests. */
export const KindParameter = z.enum(kinds, `must be one of ${kinds.join(', ')}`)

/** A subject in requests. */
export const SubjectReference = z
  .strictObject({
    kind: KindParameter.describe('Kind of the subject.'),
    id: text(400).describe('ID of the endpoint, code of the library or key of the integration.'),
  })
  .meta({ id: 'SubjectRefInput', description: 'A subject.' })

/** A list in requests that may be absent or null. */
export const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item, 'must be a list').max(max, `must have at most ${max}`).nullish()

/** A set of subjects in requests. */
export const Matcher = z
  .strictObject({
    kinds: listOf(KindParameter, 3).describe('All subjects of these kinds.'),
    areas: listOf(text(100), 100).describe('All endpoints of the areas with these IDs.'),
    subjects: listOf(SubjectReference, maxMatchedSubjects).describe('These subjects.'),
  })
  .meta({
    id: 'SubjectMatcherInput',
    description: 'A set of subjects: the union of its three fields. If all are omitted or empty: every subject.',
  })

/** The REST representation of a stored matcher. */
export function matcherBody(stored: unknown) {
  const { kinds, areas, subjects } = toMatcher(stored)
  return { kinds: [...kinds], areas: [...areas], subjects: [...subjects] }
}
