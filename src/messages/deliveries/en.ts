import type { Numbers, Values } from '../catalogue.ts'

/** Sentences about an attempt to deliver a message, and about a destination that takes none any more. */
export const deliveriesInEnglish = {
  HOST_UNKNOWN: () => 'The name of the host does not exist.',
  HOST_NOT_RESOLVED: () => 'The name of the host cannot be resolved at present.',
  HOST_REFUSES: () => 'The host refuses connections.',
  HOST_CLOSED: () => 'The host closed the connection without an answer.',
  HOST_UNREACHABLE: () => 'The host cannot be reached.',
  HOST_SILENT: ({ seconds }: Numbers<'seconds'>) => `No answer within ${seconds} s.`,
  HOST_PRIVATE: ({ host }: Values<'host'>) => `${host} has a private address, which OUTBOUND_ALLOW does not name.`,
  HTTPS_ONLY: () => 'Only https is allowed, or http to addresses that OUTBOUND_ALLOW names.',
  CERTIFICATE_REFUSED: ({ error }: Values<'error'>) => `The certificate or TLS of the host is not accepted: ${error}.`,
  SENDING_FAILED: ({ error }: Values<'error'>) => `The request failed: ${error}.`,
  ANSWER_REDIRECTS: ({ status }: Numbers<'status'>) => `The answer is a redirect (${status}), which is not followed.`,
  ANSWER_REFUSES: ({ status }: Numbers<'status'>) => `The answer is ${status}.`,
  MAIL_NOT_TAKEN: ({ error }: Values<'error'>) => `The mail server did not take the message: ${error}.`,
  MAIL_NOT_ANSWERED: ({ seconds }: Numbers<'seconds'>) =>
    `The mail server did not take the message: no answer within ${seconds} s.`,
  RECIPIENTS_REFUSED: ({ addresses }: Values<'addresses'>) => `The mail server refused: ${addresses}.`,
  SMTP_NOT_SET: () => 'Set SMTP_URL and SMTP_FROM and restart: without them no e-mail can be sent.',
  ONLY_INCIDENTS_TAKEN: () => 'This type of destination takes messages about incidents only.',
  DESTINATION_GONE: () => 'The destination answered 410 Gone: it takes no messages any more.',
}
