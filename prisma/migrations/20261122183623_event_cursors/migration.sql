-- CreateTable
CREATE TABLE "EventCursor" (
    "source" TEXT NOT NULL,
    "position" TEXT NOT NULL,

    CONSTRAINT "EventCursor_pkey" PRIMARY KEY ("source")
);
