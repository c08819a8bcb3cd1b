import { type EndpointImport } from '../api/restTypes.ts'

/**
 * The number of endpoints that an import adds, changes, restores or retires, or whose retirement begins or ceases to
 * wait.
 */
export const countChanges = ({
  added,
  changed,
  restored,
  retired,
  newlyPending,
  noLongerPending,
}: EndpointImport): number =>
  new Set([...added, ...changed.map(({ id }) => id), ...restored, ...retired, ...newlyPending, ...noLongerPending]).size
