import { type EndpointImport } from '../api/restTypes.ts'

/** How many endpoints an import adds, changes, brings back or retires, or whose retirement begins or ceases to wait. */
export const countChanges = ({
  added,
  changed,
  restored,
  retired,
  newlyPending,
  noLongerPending,
}: EndpointImport): number =>
  new Set([...added, ...changed.map(({ id }) => id), ...restored, ...retired, ...newlyPending, ...noLongerPending]).size
