-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "tokenName" TEXT;
