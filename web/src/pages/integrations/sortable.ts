/** The columns by which the table of integrations can be sorted. */
export const sortableIntegrations = ['name', 'state', 'latencyMs', 'errorRate', 'requestsPerMinute'] as const
