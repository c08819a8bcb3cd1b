import type { StepFinding } from './steps.ts'

type Parameters = StepFinding['parameters']

/** The finding about a step, in an English sentence. */
export function stepMessage({ code, parameters }: Pick<StepFinding, 'code' | 'parameters'>): string {
  const sentence = sentences[code]
  if (!sentence) throw new Error(`There is no sentence for the finding ${code}.`)
  return sentence((name) => valueText(parameters[name]))
}

/** The codes of all findings. */
export const findingCodes = (): string[] => Object.keys(sentences)

const valueText = (value: Parameters[string] | undefined): string =>
  typeof value === 'object' && value !== null ? value.join(', ') : String(value ?? '')

type ValueOf = (name: string) => string

const sentences: Readonly<Record<string, (value: ValueOf) => string>> = {
  RECORD_COMPLETE: () => 'The platform has told its name, town, province and e-mail address.',
  RECORD_INCOMPLETE: (value) => `The platform has not told its ${value('fields')}.`,
  EMAIL_MISSING: () => 'It has no e-mail address.',
  EMAIL_INVALID: (value) => `${value('email')} is no e-mail address.`,
  MX_NOT_CHECKED: (value) => `Nobody has checked yet whether ${value('domain')} receives mail.`,
  MX_FOUND: (value) => `${value('domain')} receives mail, by ${value('hosts')}.`,
  MX_NONE: (value) => `${value('domain')} exists, but has no mail server (MX).`,
  MX_NO_DOMAIN: (value) => `There is no domain ${value('domain')}: the address may be misspelt.`,
  MX_TIMED_OUT: (value) => `The name servers of ${value('domain')} did not answer in time. Check again.`,
  MX_FAILED: (value) => `The name servers could not answer for ${value('domain')}. Check again later.`,
  SINLI_ID_MISSING: () => 'It has no SINLI id.',
  SINLI_ID_MALFORMED: (value) => `The SINLI id ${value('sinliId')} does not consist of eight letters and digits.`,
  SINLI_ID_TAKEN: (value) => `The SINLI id ${value('sinliId')} is also that of ${value('holder')}.`,
  SINLI_ID_VALID: (value) => `Its SINLI id is ${value('sinliId')}.`,
  PENDING_NEEDS_SINLI_ID: () => 'Without a SINLI id it is not known which messages wait for it.',
  PENDING_NONE: () => 'No message waits because its SINLI id was not known.',
  PENDING_MESSAGES: (value) =>
    `Messages that failed because ${value('sinliId')} was not known wait to be reprocessed: ${value('count')}.`,
  NO_MESSAGE: () => 'No message from or to it has arrived.',
  FIRST_MESSAGE: (value) => `Its first message arrived at ${value('at')}.`,
  NO_DOCUMENT: () => 'No document from or to it has been processed.',
  FIRST_DOCUMENT: (value) => `Its first document, ${value('document')}, was processed; it arrived at ${value('at')}.`,
  NO_CUSTOMERS: () => 'It has no customers.',
  CUSTOMERS: (value) => `Customers: ${value('count')}, of them locked: ${value('locked')}.`,
  NO_SAMPLES: () => 'None of its operations was measured in the last 24 hours.',
  STATE_UNKNOWN: () => 'Its operations are measured, but too few to say how it is.',
  SIGNALS: (value) => `Its operations are measured; it is ${value('state')}.`,
  NOT_TICKED: () => 'Nobody has ticked it.',
  TICKED: () => 'Somebody has ticked it.',
  INCIDENT_OPEN: (value) => `Its incident ${value('number')} is open.`,
  NOT_OPERATIONAL: (value) => `It is ${value('state')}, not OPERATIVO.`,
  STABLE_SOON: (value) =>
    `It has been OPERATIVO without an incident since ${value('since')}: 72 hours at ${value('at')}.`,
  STABLE: (value) => `It has been OPERATIVO without an incident for 72 hours, since ${value('since')}.`,
}
