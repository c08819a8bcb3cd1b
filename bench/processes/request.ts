/** A request as it is sent: the same bytes every time. */
export type Asked = { method: string; path: string; headers: Record<string, string>; body: string }

/** The bytes of a request. */
export function bytesOf({ method, path, headers, body }: Asked, host: string): Buffer {
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`)
}
