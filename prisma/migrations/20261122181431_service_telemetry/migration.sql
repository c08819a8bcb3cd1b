-- AlterTable
ALTER TABLE "ApiToken" ADD COLUMN     "documentId" TEXT,
ADD COLUMN     "documentName" TEXT;

-- CreateTable
CREATE TABLE "TelemetrySource" (
    "id" TEXT NOT NULL,
    "lastHeardAt" TIMESTAMP(3) NOT NULL,
    "lastObservedAt" TIMESTAMP(3),
    "slots" INTEGER[],
    "silentSince" TIMESTAMP(3),

    CONSTRAINT "TelemetrySource_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SourceSubject" (
    "sourceId" TEXT NOT NULL,
    "subjectId" INTEGER NOT NULL,
    "lastAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SourceSubject_pkey" PRIMARY KEY ("sourceId","subjectId")
);

-- CreateTable
CREATE TABLE "UnmatchedSubject" (
    "sourceId" TEXT NOT NULL,
    "kind" "Kind" NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "lastAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UnmatchedSubject_pkey" PRIMARY KEY ("sourceId","kind","key")
);

-- CreateIndex
CREATE INDEX "SourceSubject_subjectId_idx" ON "SourceSubject"("subjectId");

-- AddForeignKey
ALTER TABLE "SourceSubject" ADD CONSTRAINT "SourceSubject_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "TelemetrySource"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SourceSubject" ADD CONSTRAINT "SourceSubject_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UnmatchedSubject" ADD CONSTRAINT "UnmatchedSubject_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "TelemetrySource"("id") ON DELETE CASCADE ON UPDATE CASCADE;
