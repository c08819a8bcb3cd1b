/** A whole WebSocket frame, and the offset of its end. */
export type Frame = { payload: Buffer; end: number; isPing: boolean; isClose: boolean }

/** Parses the first frame in bytes from a server; null if it is incomplete. Source: RFC 6455, section 5.2. */
export function readFrame(bytes: Buffer): Frame | null {
  if (bytes.length < 2) return null
  const short = bytes.readUInt8(1) & 0x7f
  const start = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < start) return null
  const end = start + lengthOf(bytes, short)
  if (bytes.length < end) return null
  const opcode = bytes.readUInt8(0) & 0x0f
  return { payload: bytes.subarray(start, end), end, isPing: opcode === 9, isClose: opcode === 8 }
}

function lengthOf(bytes: Buffer, short: number): number {
  if (short === 126) return bytes.readUInt16BE(2)
  return short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
}

/** A text or pong frame of a client, of at most 65,535 bytes, masked with zeros. */
export function writeFrame(text: string, isPong = false): Buffer {
  const payload = Buffer.from(text)
  const opcode = isPong ? 0x8a : 0x81
  const head =
    payload.length < 126
      ? [opcode, 0x80 | payload.length]
      : [opcode, 0x80 | 126, payload.length >> 8, payload.length & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload])
}
