const kB = 1_024
const mB = 1_024 * kB

/** Maximum sizes of the bodies of requests in bytes, after decompression. */
export const bodyLimits = {
  /** GraphQL, and REST routes without another limit. */
  json: 100 * kB,
  logoutToken: 20 * kB,
  heartbeat: 64 * kB,
  ingest: mB,
  /** Records of a batch, and all endpoints of a service. */
  list: 5 * mB,
  telemetry: 4 * mB,
} as const

/** A size as middleware and the documentation of the routes have it: `100kb`, `5mb`. */
export const sizeText = (bytes: number): string => (bytes % mB === 0 ? `${bytes / mB}mb` : `${bytes / kB}kb`)
