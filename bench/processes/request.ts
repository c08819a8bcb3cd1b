/** A request that is sent unchanged many times. */
export type Asked = { method: string; path: string; headers: Record<string, string>; body: string }

/** Serializes a request. */
export function bytesOf({ method, path, headers, body }: Asked, host: string): Buffer {
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`)
}
