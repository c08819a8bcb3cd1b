import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { answerFile, listen } from './ready.ts'

// The baseline: Node's own HTTP server sends the bytes of a prepared response. It reads the request body and ignores
// it.
const body = readFileSync(answerFile)
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }

listen(
  createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(200, headers).end(body))
  }),
)
