CREATE TYPE "GivenUpReason" AS ENUM ('FAILED', 'DESTINATION_DISABLED', 'TOO_OLD');

ALTER TABLE "Delivery" ADD COLUMN "givenUpBecause" "GivenUpReason";
