/** Groups of routes in the OpenAPI document, in reading order. */
export const tags = {
  Session: 'Sign-in, sign-out and the current session.',
  Tokens: 'Tokens for scripts and services.',
  Inventory: "The back office's endpoints with their health.",
  Notifications: 'Current incidents by category.',
  Incidents: 'Periods in which a subject was degraded or failing, and actions of operators.',
  Alerting: 'Destinations of messages about incidents, mutes, maintenances, and dependencies of subjects.',
  Trade: "The platform's libraries and customers.",
  SINLI: 'Inbound messages of SINLI, the standard of the book trade.',
  Search: 'Search over all objects.',
  Audit: 'The audit trail.',
  Ingest: "Records, observations and messages sent by the platform's services, with a service token.",
  Supervision: 'Health checks and metrics.',
} as const

/** The group of a route. */
export type Tag = keyof typeof tags
