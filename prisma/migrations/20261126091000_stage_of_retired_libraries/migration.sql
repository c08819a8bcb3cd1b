-- A library that is retired is BAJA, whoever retired it: if it comes back, it is SOLICITADA.
UPDATE "Onboarding" o SET "stage" = 'BAJA', "since" = s."retiredAt"
FROM "Library" l JOIN "Subject" s ON s."id" = l."subjectId"
WHERE l."code" = o."libraryCode" AND s."retiredAt" IS NOT NULL AND o."stage" <> 'BAJA';
