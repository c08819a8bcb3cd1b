/** What the table of integrations can be sorted by: its columns. */
export const sortableIntegrations = ['name', 'state', 'latencyMs', 'errorRate', 'requestsPerMinute'] as const
