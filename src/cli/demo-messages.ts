import { encode, type Draft } from '../sinli/encode.ts'
import { findDocument } from '../sinli/layouts/documents.ts'
import { formatSubject } from '../sinli/identification/subject.ts'
import {
  catalogue,
  credit,
  giveBack,
  invoice,
  order,
  parcel,
  parties,
  prices,
  type DocumentStamp,
} from './demo-documents.ts'

/** One SINLI message for `POST /ingest/v1/sinli`, and the minute of the hour in which it arrives. */
export type DemoMessage = { minute: number; subject: string; file: Uint8Array }

const { sur, norte, unknown, alba, brisa, cipres } = parties

/**
 * The messages of the demo hour, in order of arrival. Their numbers begin with `run`, so that another run sends new
 * documents.
 */
export function demoMessages(run: string, today: string): DemoMessage[] {
  const stamp = (number: string): DocumentStamp => ({ number: `${run}${number}`, date: today })
  const answer = (number: string, to: string) => ({ ...stamp(number), answers: `${run}${to}` })
  const first = parcel(sur, alba, answer('01', '02'))
  const ordered = order(alba, sur, { ...stamp('02'), copies: 3 })
  return [
    ...[catalogue(sur, alba), ordered, first].map((draft) => messageAt(0, draft)),
    messageAt(0, order(brisa, norte, stamp('03'))),
    messageAt(0, parcel(norte, brisa, stamp('04'))),
    messageAt(0, withWrongTotals(parcel(sur, brisa, stamp('05')))),
    // This publisher is not registered.
    ...['06', '07', '08'].map((number) => messageAt(0, parcel(unknown, cipres, stamp(number)))),
    garbled(messageAt(0, parcel(norte, cipres, stamp('09')))),
    // The same message byte by byte, then the same number with other content.
    messageAt(1, first),
    messageAt(1, parcel(sur, alba, { ...answer('01', '02'), copies: 9 })),
    messageAt(2, invoice(sur, alba, answer('10', '01'))),
    messageAt(2, giveBack(alba, sur, answer('16', '01'))),
    messageAt(3, credit(sur, alba, answer('17', '16'))),
    messageAt(3, prices(norte, brisa, today)),
    messageAt(5, withoutTitle(order(cipres, sur, stamp('11')))),
    messageAt(8, parcel(sur, cipres, stamp('12'))),
    messageAt(13, parcel(unknown, alba, stamp('13'))),
    messageAt(21, invoice(norte, brisa, answer('14', '04'))),
    messageAt(34, parcel(norte, alba, stamp('15'))),
  ]
}

function messageAt(minute: number, draft: Draft): DemoMessage {
  const { document, sender, receiver } = draft
  const version = String(findDocument(document)?.latest ?? 0).padStart(2, '0')
  return { minute, subject: formatSubject({ document, sender, receiver, version }), file: encode(draft) }
}

// Simulates a file damaged by a mail program.
const garbled = (message: DemoMessage): DemoMessage => ({
  ...message,
  file: message.file.map((byte) => ((byte * 7) % 128) | 1),
})

const withWrongTotals = (draft: Draft): Draft => ({ ...draft, totals: { ...draft.totals, netCents: 1 } })

const withoutTitle = (draft: Draft): Draft => ({
  ...draft,
  lines: (draft.lines ?? []).map((line, index) => (index === 0 ? { ...line, title: null } : line)),
})
