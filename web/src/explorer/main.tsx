import 'graphiql/setup-workers/vite'
import 'graphiql/style.css'
import './explorer.css'
import { GraphiQL } from 'graphiql'
import { createRoot } from 'react-dom/client'
import { fetcher } from './fetcher.ts'
import { tabs } from './tabs.ts'

const root = document.getElementById('root')
if (!root) throw new Error('explorer.html has no #root.')

createRoot(root).render(
  <GraphiQL fetcher={fetcher} defaultTabs={tabs} shouldPersistHeaders={false}>
    <GraphiQL.Logo>
      <a href="/" className="explorer-home">
        Vigía
      </a>
    </GraphiQL.Logo>
  </GraphiQL>,
)
