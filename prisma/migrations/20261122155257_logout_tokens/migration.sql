-- CreateTable
CREATE TABLE "LogoutToken" (
    "id" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "LogoutToken_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "LogoutToken_expiresAt_idx" ON "LogoutToken"("expiresAt");
