/** First byte of a text frame that is not fragmented. Source: RFC 6455, section 5.2. */
const finalText = 0x81

/** Encodes the end of a `next` message of graphql-transport-ws: the result, the same for all subscribers. */
export const messageTail = (result: string): Buffer => Buffer.from(`${result}}`)

/** Encodes the frame header (unmasked, as sent by servers) and the beginning of the message of one subscription. */
export function frameHead(id: string, end: Buffer): Buffer {
  const beginning = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  const beginningBytes = Buffer.byteLength(beginning)
  const length = beginningBytes + end.length
  const bytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const head = Buffer.allocUnsafe(bytes + beginningBytes)
  head[0] = finalText
  if (bytes === 2) head[1] = length
  else if (bytes === 4) {
    head[1] = 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  head.write(beginning, bytes)
  return head
}
