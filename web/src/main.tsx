import './ui/styles.ts'
import { StrictMode } from 'react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { isSessionOver } from './api/request.ts'
import { makeRouter } from './routes.tsx'
import { cssVariables, theme } from './ui/theme.ts'

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => !isSessionOver(error) && failures < 2,
      refetchOnWindowFocus: false,
      // The server may run on localhost, so requests are sent even when the browser is offline.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

const router = makeRouter(cache)

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
