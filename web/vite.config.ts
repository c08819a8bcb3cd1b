import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = 'http://localhost:4000'

/** Tells the server which operations the application has, by their ids. */
const trustedDocuments = (): Plugin => ({
  name: 'trusted-documents',
  generateBundle() {
    const source = readFileSync(here('src/generated/persisted-documents.json'))
    this.emitFile({ type: 'asset', fileName: 'trusted-documents.json', source })
  },
})

/** Three pages, the application, the explorer and the reference of the API, all served by Vigía itself: nothing is fetched from elsewhere. */
export default defineConfig({
  root: here('.'),
  plugins: [react(), trustedDocuments()],
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The policy is `script-src 'self'`: no inlined modules, and no data: URLs where a file will do.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Monaco and Swagger UI are large chunks by nature; only the explorer and the reference load them.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: { index: here('index.html'), explorer: here('explorer.html'), docs: here('docs.html') },
      // GraphiQL's compiled files carry a directive that only its own compiler reads.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/graphql': { target: server, ws: true }, '/auth': server, '/api': server },
  },
})
