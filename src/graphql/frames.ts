/** A text frame that is not fragmented. Source: RFC 6455, section 5.2. */
const finalText = 0x81

/** What a `next` message of graphql-transport-ws begins with, for one subscription. */
export const beginningOf = (id: string): Buffer => Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`)

/** What it ends with: the result of the operation, the same for everybody who listens to it. */
export const endOf = (result: string): Buffer => Buffer.from(`${result}}`)

/** The head of a frame with this message: a server's, so it is not masked. */
export function headOf(beginning: Buffer, end: Buffer): Buffer {
  const length = beginning.length + end.length
  const bytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const head = Buffer.allocUnsafe(bytes + beginning.length)
  head[0] = finalText
  if (bytes === 2) head[1] = length
  else if (bytes === 4) {
    head[1] = 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  beginning.copy(head, bytes)
  return head
}
