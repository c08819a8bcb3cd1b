import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { compressedFiles } from './plugins/compressedFiles.ts'
import { earlyScript } from './plugins/earlyScript.ts'
import { sharedChunks } from './plugins/sharedChunks.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
// Not the short form, a string: that would change the Host header, and the server would see another origin.
const server = { target: `http://127.0.0.1:${process.env['PORT'] ?? 4000}` }

/** Pages whose path is not the name of their file. */
const pages: Record<string, string> = { '/explorer': '/explorer.html', '/api/docs': '/docs.html' }

/** Writes the application's operations and their ids for the server. */
const trustedDocuments = (): Plugin => ({
  name: 'trusted-documents',
  generateBundle() {
    const source = readFileSync(here('src/generated/persisted-documents.json'))
    this.emitFile({ type: 'asset', fileName: 'trusted-documents.json', source })
  },
})

/** Builds three pages: the application, the GraphQL explorer and the API reference. Vigía itself serves all assets. */
export default defineConfig({
  root: here('.'),
  plugins: [react(), trustedDocuments(), earlyScript(), compressedFiles()],
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The policy is `script-src 'self'`: no inlined modules, and no data: URLs where a file will do.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Swagger UI is a large chunk by nature; only the reference loads it.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: { index: here('index.html'), explorer: here('explorer.html'), docs: here('docs.html') },
      output: { codeSplitting: { groups: sharedChunks } },
    },
  },
  server: {
    // Pages first: the server would send those of the last build.
    proxy: {
      '^/(explorer|api/docs)$': { ...server, bypass: ({ url }) => pages[url ?? ''] },
      '/graphql': { ...server, ws: true },
      '^/(api|auth|ingest)/': server,
    },
  },
})
