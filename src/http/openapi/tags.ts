/** Groups of routes in the OpenAPI document, in reading order. */
export const tags = {
  Session: 'Signing in and out, and who is signed in.',
  Inventory: "The back office's endpoints with their health.",
  Notifications: 'What is failing right now.',
  Trade: "The platform's libraries and customers.",
  SINLI: 'Inbound messages of the book trade’s standard.',
  Search: 'One search over everything.',
  Audit: 'Who did what, when and from where.',
  Ingest: "Where the platform's services push what they know, with the service token.",
  Supervision: 'What a supervisor and a monitoring system ask.',
} as const

/** The group of a route. */
export type Tag = keyof typeof tags
