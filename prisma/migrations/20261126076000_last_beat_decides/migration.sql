-- Of heartbeats whose thresholds are those of their creation: the last beat alone decides, whatever came within the same ten seconds.
UPDATE "Subject" s SET "policy" = s."policy" || '{"recentMs": 0}'
FROM "Heartbeat" h
WHERE h."subjectId" = s."id" AND s."policy" @> '{"recentMs": 10000, "recentLeast": 1}';

UPDATE "Subject" s SET "policy" = s."policy" || '{"degradedEnter": 0.001, "failingEnter": 0.001}'
FROM "Heartbeat" h
WHERE h."subjectId" = s."id" AND s."policy" @> '{"failingEnter": 0.05, "failingLeast": 1}' AND NOT s."policy" ? 'degradedEnter';
