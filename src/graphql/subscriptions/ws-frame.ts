/** A text frame that is not fragmented. Source: RFC 6455, section 5.2. */
const finalText = 0x81

/** What a `next` message of graphql-transport-ws ends with: the result of the operation, the same for everybody who listens to it. */
export const messageTail = (result: string): Buffer => Buffer.from(`${result}}`)

/** What stands before that end, for one subscription: the head of a server's frame, so it is not masked, and the message's beginning. */
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
