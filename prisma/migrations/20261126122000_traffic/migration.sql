ALTER TABLE "Subject" ADD COLUMN "traffic" JSONB;

CREATE TABLE "TrafficHour" (
    "subjectId" INTEGER NOT NULL,
    "start" TIMESTAMP(3) NOT NULL,
    "fewest" INTEGER,
    CONSTRAINT "TrafficHour_pkey" PRIMARY KEY ("subjectId", "start")
);

CREATE INDEX "TrafficHour_start_idx" ON "TrafficHour"("start");

ALTER TABLE "TrafficHour" ADD CONSTRAINT "TrafficHour_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;
