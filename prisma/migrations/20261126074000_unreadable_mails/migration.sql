-- CreateTable
CREATE TABLE "UnreadableMail" (
    "address" TEXT NOT NULL,
    "uid" BIGINT NOT NULL,

    CONSTRAINT "UnreadableMail_pkey" PRIMARY KEY ("address","uid")
);

-- AddForeignKey
ALTER TABLE "UnreadableMail" ADD CONSTRAINT "UnreadableMail_address_fkey" FOREIGN KEY ("address") REFERENCES "Mailbox"("address") ON DELETE CASCADE ON UPDATE CASCADE;

-- Mails were given up for good, and nobody wrote down which: such a mailbox is read once more from its first mail. Mails
-- that were processed are no longer in it, or are flagged, or are known by their Message-ID.
UPDATE "Mailbox" SET "lastUid" = 0, "skipped" = 0, "oversized" = 0, "unreadable" = 0 WHERE "unreadable" > 0;
