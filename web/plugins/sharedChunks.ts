const starting: '$initial'[] = ['$initial']

const frameworks = [
  'react',
  'react-dom',
  'scheduler',
  'use-sync-external-store',
  'clsx',
  'graphql-ws',
  '@mantine',
  '@tanstack/(history|query-core|react-query|react-router|react-store|router-core|store)',
]

const overviewParts = [
  'Skeleton',
  'Section',
  'Panel.module',
  'StateBadge',
  'BreakablePath',
  'reasonText',
  'categoryText',
  'use-mantine-color-scheme',
  'use-color-scheme',
  'noop',
  'sharedMinutes',
  'MissingPermission(.module)?',
  'IncidentError',
  'ActionError(.module)?',
  'useStatusMessage',
  'incidents',
  'conflict',
  'roles',
  'maintenance',
  'scope',
  'SuppressedIncidents(.module)?',
  'Timestamp',
]

/**
 * Groups the modules shared by several pages into a few files instead of fifty: on a slow connection each request costs
 * a round trip, and each response a kilobyte of headers. `vendor` and `app` start the application, `common` is the rest
 * that the overview needs, `controls` and `parts` are for the other pages. `main.tsx` is in none of them: the explorer
 * and the API reference import from `app`, and would run the application.
 */
export const sharedChunks = [
  { name: 'vendor', tags: starting, test: anyOf('/node_modules/', frameworks, '/'), priority: 4 },
  { name: 'app', tags: starting, test: /web\/src\/(?!docs|explorer|main|generated\/graphiql)/, priority: 3 },
  { name: 'common', test: anyOf('/', overviewParts, String.raw`\.\w+$`), priority: 2 },
  { name: 'controls', minShareCount: 4, test: /node_modules\/(@mantine|@floating-ui)\//, priority: 1 },
  { name: 'parts', minShareCount: 4, test: /web\/src\/(?!docs|explorer|generated\/graphiql)/ },
]

function anyOf(before: string, alternatives: readonly string[], after: string): RegExp {
  return new RegExp(`${before}(${alternatives.join('|')})${after}`)
}
