import { type EndpointImport } from '../api/restTypes.ts'

/** How many endpoints an import adds, changes, brings back or retires. */
export const countChanges = ({ added, changed, restored, retired }: EndpointImport): number =>
  added.length + changed.length + restored.length + retired.length
