import type { enumerations } from '../../generated/contract.ts'
import type { Language } from '../../lib/language.ts'

/** The parts of a sentence, each empty or complete with its punctuation. */
type Parts = Record<'count' | 'limit' | 'exit' | 'p95' | 'silence' | 'service' | 'traffic', string>

/** The words of a language for the reasons of states; numbers come formatted. */
export type Wording = {
  language: Language
  locale: string
  sentences: Readonly<Record<(typeof enumerations.ReasonCode)[number], (parts: Parts) => string>>
  nothingReceived: string
  noSamples: string
  /** The silence of a service, or of all watched ones; of a subject, as the end of a sentence. */
  reports: {
    ofService: (silence: string, every: string) => string
    refused: (silence: string, refusal: string) => string
    ofAll: (silence: string, late: string, n: string) => string
    ofSubject: (service: string, last: string) => string
    every: (duration: string) => string
  }
  share: (share: { bad: string; n: string; isOne: boolean; isSlow: boolean }) => string
  period: (duration: string) => string
  limit: (percent: string) => string
  /** `isBound`: the share itself is over the limit, the lower bound that is compared with it is not. */
  exit: (percent: string, isBound: boolean) => string
  silence: (duration: string) => string
  p95: (ms: string) => string
  usual: (p95: string, usual: string, budget: string) => string
  perMinute: (n: string) => string
  /** Requests that were expected; `share` is the part of them that ended a drop, null in one. */
  expected: (perMinute: string, share: string | null) => string
}
