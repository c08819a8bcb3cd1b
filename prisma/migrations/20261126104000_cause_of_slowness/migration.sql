-- A rule state of before knows no cause: without it a subject that is slow now would recover with the numbers of failed samples.
UPDATE "Subject" s SET "memory" = s."memory" || '{"cause": "SLOW"}'
FROM "Incident" i
WHERE i."subjectId" = s."id" AND i."openKey" IS NOT NULL AND i."evidence"->>'code' = 'SLOW'
  AND jsonb_typeof(s."memory") = 'object';
