-- CreateEnum
CREATE TYPE "EndpointSource" AS ENUM ('CATALOGUE', 'REPORTED');

-- AlterTable
ALTER TABLE "Endpoint" ADD COLUMN     "service" TEXT,
ADD COLUMN     "source" "EndpointSource" NOT NULL DEFAULT 'CATALOGUE';

-- CreateIndex
CREATE INDEX "Endpoint_service_idx" ON "Endpoint"("service");
