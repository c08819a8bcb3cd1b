import type { Limit, Numbers, Values } from '../catalogue.ts'
import { targetNames } from '../words.ts'

/** Sentences about destinations of alerts, their targets and settings, and mutes. */
export const alertingInEnglish = {
  NO_DESTINATION: ({ id }: Values<'id'>) => `There is no destination ${id}.`,
  NO_DELIVERY: ({ id }: Values<'id'>) => `There is no delivery ${id}.`,
  NO_MUTE: ({ id }: Values<'id'>) => `There is no mute ${id}.`,
  MUTE_OVER: () => 'This mute is over already.',
  DESTINATION_DISABLED: () => 'The destination is disabled: enable it first.',
  DESTINATION_NAME_TAKEN: () => 'Another destination has this name.',
  DESTINATIONS_TOO_MANY: ({ max }: Numbers<'max'>) => `There are ${max} destinations, and there can be no more.`,
  MESSAGE_OVER: () =>
    'Nothing of this message is to be told now: its incidents are muted or suppressed, or over without a message.',
  SECRETS_KEY_NOT_SET: () =>
    'Set SECRETS_KEY and restart: without it the URL of a destination cannot be stored safely.',
  SECRET_OF_OTHER_KEY: () =>
    'The secret of the destination cannot be decrypted: it was stored with another SECRETS_KEY. Set that key, or enter the target again.',

  TARGET_MISSING: () => `Say where the messages go: exactly one of ${targetNames.join(', ')}.`,
  TARGET_OF_OTHER_TYPE: ({ type, given }: Values<'type' | 'given'>) =>
    `The destination is of the type ${type}: create another one for ${given}.`,
  URL_INVALID: ({ max }: Numbers<'max'>) => `This is not a URL of at most ${max} characters.`,
  URL_NOT_HTTPS: () => 'The URL begins with https. Plain http is for addresses that OUTBOUND_ALLOW names.',
  URL_WITH_CREDENTIALS: () => 'The URL has neither a user, nor a password, nor a fragment (#).',
  URL_PRIVATE: ({ host }: Values<'host'>) =>
    `${host} is a private address. OUTBOUND_ALLOW has to name it before messages are sent there.`,
  SIGNING_SECRET_INVALID: () =>
    'A signing secret is whsec_ followed by 24 to 64 bytes in base64. Leave it out to get a new one.',
  NO_SIGNING_SECRET: ({ type }: Values<'type'>) => `A destination of the type ${type} has no signing secret.`,
  RECIPIENTS_INVALID: ({ max, count }: Limit) => `An e-mail goes to 1 to ${max} addresses; these are ${count}.`,
  RECIPIENT_INVALID: ({ address }: Values<'address'>) => `“${address}” is not an e-mail address.`,
  ROUTING_KEY_INVALID: () => 'This is not a routing key of PagerDuty, which has 32 letters and digits.',

  EVENTS_OF_WEBHOOKS: () => 'Only webhooks receive events besides incidents.',
  FILTER_SUBJECTS_TOO_MANY: ({ max }: Numbers<'max'>) => `A filter names at most ${max} subjects.`,
  REPEAT_TOO_SOON: () => 'Incidents are repeated no sooner than `intervalSeconds` after a message.',
  LANGUAGE_UNKNOWN: () => 'The language is `es` or `en`.',
  DIGEST_HOUR_INVALID: () => 'The hour of the digest is a whole number from 0 to 23.',
  DIGEST_ZONE_UNKNOWN: () => 'This is not a time zone of the IANA database, such as Europe/Madrid.',
}
