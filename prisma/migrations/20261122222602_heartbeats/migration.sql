-- CreateTable
CREATE TABLE "Heartbeat" (
    "id" TEXT NOT NULL,
    "subjectId" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "rotatedAt" TIMESTAMP(3),
    "lastAt" TIMESTAMP(3),
    "lastOk" BOOLEAN,
    "lastMs" DOUBLE PRECISION,
    "lastMessage" TEXT,

    CONSTRAINT "Heartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Heartbeat_subjectId_key" ON "Heartbeat"("subjectId");

-- CreateIndex
CREATE UNIQUE INDEX "Heartbeat_hash_key" ON "Heartbeat"("hash");

-- AddForeignKey
ALTER TABLE "Heartbeat" ADD CONSTRAINT "Heartbeat_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
