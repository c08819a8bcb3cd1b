import { encode, type Draft } from '../sinli/encode.ts'
import { findDocument } from '../sinli/layouts/documents.ts'
import { formatSubject } from '../sinli/subject.ts'
import { invoice, order, parcel, parties, prices, catalogue, type DocumentStamp } from './demo-documents.ts'

/** One SINLI message for `POST /ingest/v1/sinli`, and the minute of the hour in which it arrives. */
export type Message = { minute: number; subject: string; file: Uint8Array }

const { sur, norte, unknown, alba, brisa, cipres } = parties

/**
 * The messages of the demo hour, in order of arrival. Their numbers begin with `run`, so that another run sends new
 * documents.
 */
export function messagesOf(run: string, today: string): Message[] {
  const occasion = (number: string): DocumentStamp => ({ number: `${run}${number}`, date: today })
  const first = parcel(sur, alba, occasion('01'))
  return [
    ...[catalogue(sur, alba), order(alba, sur, occasion('02')), first].map((draft) => arriving(0, draft)),
    arriving(0, order(brisa, norte, occasion('03'))),
    arriving(0, parcel(norte, brisa, occasion('04'))),
    arriving(0, withWrongTotals(parcel(sur, brisa, occasion('05')))),
    // This publisher is not registered.
    ...['06', '07', '08'].map((number) => arriving(0, parcel(unknown, cipres, occasion(number)))),
    garbled(arriving(0, parcel(norte, cipres, occasion('09')))),
    // The same message byte by byte, then the same number with other content.
    arriving(1, first),
    arriving(1, parcel(sur, alba, { ...occasion('01'), copies: 9 })),
    arriving(2, invoice(sur, alba, occasion('10'))),
    arriving(3, prices(norte, brisa, today)),
    arriving(5, withoutTitle(order(cipres, sur, occasion('11')))),
    arriving(8, parcel(sur, cipres, occasion('12'))),
    arriving(13, parcel(unknown, alba, occasion('13'))),
    arriving(21, invoice(norte, brisa, occasion('14'))),
    arriving(34, parcel(norte, alba, occasion('15'))),
  ]
}

function arriving(minute: number, draft: Draft): Message {
  const { document, sender, receiver } = draft
  const version = String(findDocument(document)?.latest ?? 0).padStart(2, '0')
  return { minute, subject: formatSubject({ document, sender, receiver, version }), file: encode(draft) }
}

// Simulates a file damaged by a mail program.
const garbled = (message: Message): Message => ({
  ...message,
  file: message.file.map((byte) => ((byte * 7) % 128) | 1),
})

const withWrongTotals = (draft: Draft): Draft => ({ ...draft, totals: { ...draft.totals, netCents: 1 } })

const withoutTitle = (draft: Draft): Draft => ({
  ...draft,
  lines: (draft.lines ?? []).map((line, index) => (index === 0 ? { ...line, title: null } : line)),
})
