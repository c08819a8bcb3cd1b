import { enumerations } from '../../src/generated/contract.ts'
import { kindOfNoun, kinds } from '../../src/lib/kinds.ts'

it('the noun and the type of a kind of subject are of no other kind', () => {
  expect(enumerations.Kind.map((kind) => kindOfNoun.get(kinds[kind].noun))).toEqual(enumerations.Kind)
  expect(new Set(Object.values(kinds).map(({ typeName }) => typeName)).size).toBe(enumerations.Kind.length)
})
