import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Plugin } from 'vite'

const compressible = /\.(html|js|css|svg|json)$/
const MIN_BYTES = 1_024
/** Above this size the best quality of Brotli takes seconds; such files belong to the explorer and the reference. */
const MAX_BEST_QUALITY_BYTES = 700_000

/** Writes `.br` and `.gz` beside each text file; the server sends them as they are. */
export const compressedFiles = (): Plugin => ({
  name: 'compressed-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => compressible.test(fileName))
      await Promise.all(
        files.map(async (file) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (content.length < MIN_BYTES) return
          const [br, gz] = await Promise.all([compressBrotli(content), promisify(gzip)(content, { level: 9 })])
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gz })
        }),
      )
    },
  },
})

const compressBrotli = (content: Buffer) =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: content.length > MAX_BEST_QUALITY_BYTES ? 6 : constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
