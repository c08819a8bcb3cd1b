import { diffSchema } from '../../scripts/schema-diff.ts'

it('the migrations make the database that the Prisma schema describes', async () => {
  expect((await diffSchema()).trim()).toBe('-- This is an empty migration.')
})
