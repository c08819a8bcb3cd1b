-- CreateTable
CREATE TABLE "Mailbox" (
    "address" TEXT NOT NULL,
    "uidValidity" BIGINT,
    "lastUid" BIGINT NOT NULL DEFAULT 0,
    "connected" BOOLEAN NOT NULL DEFAULT false,
    "since" TIMESTAMP(3) NOT NULL,
    "read" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "oversized" INTEGER NOT NULL DEFAULT 0,
    "unreadable" INTEGER NOT NULL DEFAULT 0,
    "backlog" INTEGER NOT NULL DEFAULT 0,
    "backlogTotal" INTEGER NOT NULL DEFAULT 0,
    "lastReadAt" TIMESTAMP(3),
    "errorCode" TEXT,
    "error" TEXT,
    "errorAt" TIMESTAMP(3),

    CONSTRAINT "Mailbox_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "UnmovedMail" (
    "address" TEXT NOT NULL,
    "uid" BIGINT NOT NULL,

    CONSTRAINT "UnmovedMail_pkey" PRIMARY KEY ("address","uid")
);

-- AddForeignKey
ALTER TABLE "UnmovedMail" ADD CONSTRAINT "UnmovedMail_address_fkey" FOREIGN KEY ("address") REFERENCES "Mailbox"("address") ON DELETE CASCADE ON UPDATE CASCADE;
