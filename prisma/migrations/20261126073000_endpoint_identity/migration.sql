-- DropIndex: a retired endpoint may have had the path that another one has now.
DROP INDEX "Endpoint_method_path_key";

-- AlterTable
ALTER TABLE "Endpoint" ADD COLUMN     "missingSince" TIMESTAMP(3),
ADD COLUMN     "needsConfirmation" BOOLEAN NOT NULL DEFAULT false;
