import { messageType, type ResponseMessage } from './messages.ts'

/** The number of rejected entries of a request, and the reason in a sentence; null if there is nothing to report. */
export type Rejection = { rejected: number; message: string | null }

/** Merges the rejections of two steps. */
export const joinRejections = (one: Rejection, other: Rejection): Rejection => ({
  rejected: one.rejected + other.rejected,
  message: [one.message, other.message].filter((message) => message !== null).join(' ') || null,
})

/** Encodes a message that has the form of its JSON as protobuf. Absent fields are left out. */
export const encodeMessage = (name: ResponseMessage, message: object): Buffer => {
  const type = messageType(name)
  return Buffer.from(type.encode(type.fromObject(message)).finish())
}
