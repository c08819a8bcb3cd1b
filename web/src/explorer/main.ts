import '../generated/graphiql/graphiql.css'
import './explorer.css'
import { fetcher } from './fetcher.ts'
import { renderGraphiql } from './graphiql.ts'
import { tabs } from './tabs.ts'
import icon from '../ui/vigia.svg'

const root = document.getElementById('root')
if (!root) throw new Error('explorer.html has no #root.')

await renderGraphiql(root, {
  fetcher,
  defaultTabs: tabs,
  shouldPersistHeaders: false,
  title: '<a href="/" class="explorer-home">Vigía</a>',
  logo: `<img src="${icon}" alt="" width="28" height="28" />`,
  onEditQuery: () => undefined,
})
