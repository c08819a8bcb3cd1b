import { type Panel } from '../api/incidents/notifications.ts'

/** Whether an open incident is of the severity Fallando; false while the panel is not loaded. */
export const hasFailing = (panel: Panel | undefined): boolean =>
  panel?.categories.some(({ severity, count }) => severity === 'FALLANDO' && count > 0) === true
