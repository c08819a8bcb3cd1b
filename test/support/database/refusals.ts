import type { RootDatabase } from '../../../src/database/database.ts'

/** Far above any number of writes. */
const never = 1_000_000_000
const first = 1_000_000

/**
 * Lets the database refuse writes, whatever they write: `refuse` the `count` next ones after `after` others, `accept` all.
 * A sequence counts them, as what it counts is not rolled back with them.
 */
export async function givenRefusals(db: RootDatabase) {
  await db.$executeRawUnsafe(`CREATE SEQUENCE "refusals" START ${never}`)
  await db.$executeRawUnsafe(`CREATE SEQUENCE "refusals_end" START 1`)
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE n bigint := nextval('refusals');
    BEGIN
      IF n >= ${first} AND n < (SELECT last_value FROM "refusals_end")
        THEN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END IF;
      RETURN NULL;
    END $$`)
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename::text AS "name" FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_%'`
  for (const { name } of tables)
    await db.$executeRawUnsafe(
      `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON "${name}" FOR EACH STATEMENT EXECUTE FUNCTION refuse()`,
    )
  return {
    refuse: async ({ after, count }: { after: number; count: number }): Promise<void> => {
      await db.$queryRaw`SELECT setval('refusals_end', ${first + count})::text, setval('refusals', ${first - after - 1})::text`
    },
    accept: async (): Promise<void> => {
      await db.$queryRaw`SELECT setval('refusals', ${never})::text`
    },
  }
}
