/** Upper bounds of the buckets of the duration histogram that Prometheus scrapes, in milliseconds. */
export const durationBoundsMs = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const
