-- CreateTable
CREATE TABLE "Shard" (
    "id" INTEGER NOT NULL,
    "owner" TEXT,
    "tickAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Shard_pkey" PRIMARY KEY ("id")
);
