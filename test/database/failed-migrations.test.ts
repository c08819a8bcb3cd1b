import type { PGlite } from '@electric-sql/pglite'
import { openOnPGlite } from '../../src/database/open.ts'
import { givenWithoutTables } from '../support/database/database.ts'

let pglite: PGlite
beforeAll(async () => {
  pglite = await givenWithoutTables()
  await (await openOnPGlite(pglite, () => Promise.resolve())).db.$disconnect()
})
afterAll(() => pglite.close())

/** Takes away the last migration; the first `times` attempts to apply it fail with a code of PostgreSQL. */
async function givenFailing(times: number, code: string) {
  // A sequence counts on though the transaction is rolled back.
  await pglite.exec(`
    DELETE FROM "_prisma_migrations" WHERE "migration_name" LIKE '%_last_beat_decides';
    DROP SEQUENCE IF EXISTS attempts;
    CREATE SEQUENCE attempts;
    CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('attempts') <= ${times} THEN RAISE EXCEPTION 'stopped' USING ERRCODE = '${code}'; END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER fail BEFORE UPDATE ON "Subject" FOR EACH STATEMENT EXECUTE FUNCTION fail()`)
}

async function start() {
  const opened = await openOnPGlite(pglite, () => Promise.resolve())
  await opened.db.$disconnect()
  return attemptsAt()
}

async function attemptsAt() {
  const { rows } = await pglite.query<{ failed: number; applied: number }>(`
    SELECT count(*) FILTER (WHERE "finished_at" IS NULL)::int AS "failed",
      count(*) FILTER (WHERE "finished_at" IS NOT NULL)::int AS "applied"
    FROM "_prisma_migrations" WHERE "migration_name" LIKE '%_last_beat_decides'`)
  return rows[0]
}

describe('a migration', () => {
  it.each(['40P01', '55P03', '57014'])('stopped with %s is tried again at the same start', async (code) => {
    await givenFailing(2, code)

    expect(await start()).toEqual({ failed: 2, applied: 1 })
    expect(await start()).toEqual({ failed: 2, applied: 1 })
  })

  it('that is always stopped ends the start after a few attempts with the reason, and the next start applies it', async () => {
    await givenFailing(5, '40P01')

    await expect(start()).rejects.toThrow('The database did not take the migrations: stopped')
    expect(await start()).toEqual({ failed: 5, applied: 1 })
  })

  it('that fails otherwise ends the start at once with the reason, and the next start applies it', async () => {
    await givenFailing(1, '22000')

    await expect(start()).rejects.toThrow('The database did not take the migrations: stopped')
    expect(await start()).toEqual({ failed: 1, applied: 1 })
  })
})
