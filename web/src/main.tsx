import './ui/theme/styles.ts'
import { StrictMode } from 'react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { isSessionOver } from './api/client/request.ts'
import { removeBootShell } from './bootShell.ts'
import { preloadCurrentPage } from './preloadCurrentPage.ts'
import { createAppRouter } from './routes.tsx'
import { keepFocus } from './ui/focus.ts'
import { explainFields } from './ui/fieldProblem.ts'
import { cssVariables, theme } from './ui/theme/theme.ts'

const queryClient = new QueryClient({
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

keepFocus(queryClient.getMutationCache())

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

explainFields(document)

const router = createAppRouter(queryClient)
preloadCurrentPage(router)
// The signed-in part removes the shell itself, as soon as its frame can be shown.
const stopWaiting = router.subscribe('onRendered', () => {
  removeBootShell()
  stopWaiting()
})

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
