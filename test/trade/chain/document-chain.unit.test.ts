import fc from 'fast-check'
import { buildChain, type DocumentChain } from '../../../src/trade/chain/document-chain.ts'
import { normalizeNumber } from '../../../src/trade/chain/document-numbers.ts'
import type { Fields } from '../../../src/sinli/values.ts'
import { given, type GivenDocument, idOf, inputOf } from '../../support/sinli/chain.ts'

const chainOf = (documents: readonly GivenDocument[], start = documents[0]) =>
  buildChain(start ? (start.id ?? idOf(start)) : '', inputOf(documents))

const book = (quantity: number, other: Fields = {}): Fields => ({ isbn: '9788400000004', quantity, ...other })
const linksOf = ({ links }: DocumentChain) => links.map(({ kind, quantity }) => [kind, quantity])
const numbersOf = ({ documents }: DocumentChain) => documents.map(({ number }) => number)

describe('a chain', () => {
  it('follows what was ordered through delivery, invoice, return and credit note', () => {
    const chain = chainOf([
      given.order('P1', [book(12)]),
      given.note('A1', [book(10, { orderCode: 'P1' })]),
      given.invoice('F1', ['A1']),
      given.returned('D1', [book(3, { purchaseDocument: 'A1' })]),
      given.credit('C1', 'D1', [book(1)]),
    ])

    expect(numbersOf(chain)).toEqual(['P1', 'A1', 'F1', 'D1', 'C1'])
    expect(new Map(linksOf(chain) as [string, number][])).toEqual(
      new Map([
        ['SENT', 10],
        ['INVOICED', 10],
        ['RETURNED', 3],
        ['CREDITED', 1],
      ]),
    )
    expect(chain.totals).toEqual({
      ...{ ordered: 12, sent: 10, sentWithoutOrder: 0, missing: 0, open: 2, invoiced: 10, notInvoiced: 0 },
      ...{ returned: 3, credited: 1, notCredited: 2 },
    })
    expect(chain.lines).toMatchObject([{ isbn: '9788400000004', quantities: chain.totals }])
  })

  it('counts partial deliveries of one order together, and one delivery to several orders by order', () => {
    const chain = chainOf([
      given.order('P1', [book(12)]),
      given.order('P2', [book(5)]),
      given.note('A1', [book(7, { orderCode: 'P1' }), book(2, { orderCode: 'P2' })]),
      given.note('A2', [book(5, { orderCode: 'P1' })]),
    ])

    expect(linksOf(chain)).toEqual([
      ['SENT', 7],
      ['SENT', 5],
      ['SENT', 2],
    ])
    expect(chain.totals).toMatchObject({ ordered: 17, sent: 14, open: 3, missing: 0, notInvoiced: 14 })
  })

  it('calls the rest of an answered order missing if the customer accepts no later delivery', () => {
    const line = book(12, { acceptsPending: 'N' })

    expect(chainOf([given.order('P1', [line])]).totals).toMatchObject({ missing: 0, open: 12 })
    expect(
      chainOf([given.order('P1', [line]), given.note('A1', [book(10, { orderCode: 'P1' })])]).totals,
    ).toMatchObject({ missing: 2, open: 0 })
  })

  it('calls the rest missing if a delivery note cancels it', () => {
    const order = given.order('P1', [book(12, { acceptsPending: 'S' }), { isbn: '9788400000011', quantity: 1 }])
    const note = given.note('A1', [book(10, { orderCode: 'P1' })], { cancels: ['9788400000004'] })

    expect(chainOf([order, note]).totals).toMatchObject({ missing: 2, open: 1 })
  })

  it('adds the repeated lines of an article, and a negative one corrects them', () => {
    const chain = chainOf([
      given.order('P1', [book(4), book(4), book(-1)]),
      given.note('A1', [book(3, { orderCode: 'P1' }), book(2, { orderCode: 'P1' })]),
    ])

    expect(chain.lines).toHaveLength(1)
    expect(chain.totals).toMatchObject({ ordered: 7, sent: 5, open: 2 })
  })

  it('counts more than was ordered, and what nobody ordered, as sent without an order', () => {
    const note = given.note('A1', [book(9, { orderCode: 'P1' }), { isbn: '9788400000011', quantity: 4 }])

    expect(chainOf([given.order('P1', [book(5)]), note]).totals).toMatchObject({
      ...{ ordered: 5, sent: 13, sentWithoutOrder: 8, open: 0 },
    })
  })

  it('keeps articles without any code apart by their title, and lines without both together', () => {
    const order = given.order('P1', [
      { title: 'Agenda', quantity: 1 },
      { title: 'Calendario', quantity: 2 },
      { quantity: 3 },
      { quantity: 4 },
    ])

    const { lines } = chainOf([order, given.note('A1', [{ title: 'Agenda', quantity: 1, orderCode: 'P1' }])])

    expect(lines.map(({ title, isbn, quantities: { ordered, open } }) => [title, isbn, ordered, open])).toEqual([
      [null, null, 7, 7],
      ['Calendario', null, 2, 2],
      ['Agenda', null, 1, 0],
    ])
  })

  it('shows an order that never came, and connects the deliveries that name it', () => {
    const documents = [
      given.note('A1', [book(1, { orderCode: 'P9' })]),
      given.note('A2', [book(2, { orderCode: 'P9' })]),
    ]

    const chain = chainOf(documents)

    expect(chain.notReceived).toMatchObject([
      { type: 'PEDIDO', number: 'P9', sender: 'L0000001', receiver: 'LIB00002' },
    ])
    expect(numbersOf(chain)).toEqual(['A1', 'A2'])
    expect(chain.links.map(({ from }) => from)).toEqual(Array(2).fill(chain.notReceived[0]?.id))
    expect(chain.totals).toMatchObject({ ordered: 0, sent: 3, sentWithoutOrder: 3 })
  })

  it('takes a return or delivery that names nothing as a chain of its own', () => {
    expect(chainOf([given.returned('D1', [book(1)]), given.note('A1', [book(1)])])).toMatchObject({
      ...{ documents: [{ number: 'D1', units: 1 }], links: [], notReceived: [], totals: { returned: 1, sent: 0 } },
    })
  })

  it('counts a delivery note of the type invoice as invoiced, and a return request not as returned', () => {
    const chain = chainOf([
      given.note('A1', [book(5)], { header: { documentType: 'F' } }),
      given.returned('D1', [book(2, { purchaseDocument: 'A1' })], { documentType: 'P' }),
    ])

    expect(linksOf(chain)).toEqual([['RETURNED', 2]])
    expect(chain.totals).toMatchObject({ invoiced: 5, notInvoiced: 0, returned: 0, notCredited: 0 })
  })

  it('looks for a negative amount of an invoice among credit notes', () => {
    const invoice = { ...given.invoice('F1', []), lines: [{ deliveryNoteNumber: 'C1', amountCents: -500 }] }

    expect(numbersOf(chainOf([invoice, given.credit('C1', '', [book(1)]), given.note('C1', [book(1)])]))).toEqual([
      'F1',
      'C1',
    ])
  })
})

describe('numbers', () => {
  it.each([
    ['padded with blanks', ' 1234 ', '1234'],
    ['padded with zeros', '0000001234', '1234'],
    ['with letters', '00A-12', '00A-12'],
    ['of zeros only, which means none', '0000000000', ''],
    ['of blanks only', '   ', ''],
  ])('are compared without padding: %s', (_, number, normal) => {
    expect(normalizeNumber(number)).toBe(normal)
  })

  it('that a sender uses again are told apart by the stated date, else by what came before', () => {
    const documents = [
      { ...given.note('1', [book(1)], { date: '2025-03-01' }), id: 'old' },
      { ...given.note('1', [book(1)], { date: '2026-03-01' }), id: 'new' },
    ]
    const returning = (purchaseDate: string | null, date = '2026-04-01') =>
      chainOf([{ ...given.returned('D1', [book(1, { purchaseDocument: '1', purchaseDate })]), date }, ...documents])

    expect(returning('2025-03-01').links).toMatchObject([{ from: 'old' }])
    expect(returning('2026-02-27').links).toMatchObject([{ from: 'new' }])
    expect(returning('2020-01-01').notReceived).toMatchObject([{ number: '1', date: '2020-01-01' }])
    expect(returning(null).links).toMatchObject([{ from: 'new' }])
    expect(returning(null, '2025-12-01').links).toMatchObject([{ from: 'old' }])
  })
})

const codes = ['9788400000004', '9788400000011', null]
const quantity = fc.integer({ min: -3, max: 20 })
const number = (prefix: string) => fc.integer({ min: 1, max: 3 }).map((n) => `${prefix}${n}`)
const line = (reference: string, prefix: string) =>
  fc.record({
    isbn: fc.constantFrom(...codes),
    quantity,
    acceptsPending: fc.constantFrom('S', 'N', null),
    [reference]: fc.option(number(prefix)),
  }) as fc.Arbitrary<Fields>
const lines = (reference = 'none', prefix = '') => fc.array(line(reference, prefix), { maxLength: 5 })
const document = fc.oneof(
  fc.tuple(number('P'), lines()).map(([n, some]) => given.order(n, some)),
  fc.tuple(number('A'), lines('orderCode', 'P')).map(([n, some]) => given.note(n, some)),
  fc.tuple(number('F'), fc.array(number('A'), { maxLength: 3 })).map(([n, notes]) => given.invoice(n, notes)),
  fc.tuple(number('D'), lines('purchaseDocument', 'A')).map(([n, some]) => given.returned(n, some)),
  fc.tuple(number('C'), number('D'), lines()).map(([n, back, some]) => given.credit(n, back, some)),
)
const trade = fc.uniqueArray(document, { minLength: 1, maxLength: 12, selector: idOf })

describe('any trade', () => {
  it('adds up: everything ordered is sent, missing or open; no quantity is negative', () =>
    fc.assert(
      fc.property(trade, (documents) => {
        for (const { quantities: q } of [...chainOf(documents).lines, { quantities: chainOf(documents).totals }]) {
          expect(q.ordered).toBe(q.sent - q.sentWithoutOrder + q.missing + q.open)
          expect(q.sent).toBe(q.invoiced + q.notInvoiced)
          expect(q.notCredited).toBeLessThanOrEqual(q.returned)
          expect(Math.min(...Object.values(q))).toBeGreaterThanOrEqual(0)
        }
      }),
    ))

  it('has the same chain from each of its documents, in whatever order they arrived', () =>
    fc.assert(
      fc.property(
        trade.chain((documents) =>
          fc.tuple(fc.constant(documents), fc.shuffledSubarray(documents, { minLength: documents.length })),
        ),
        ([documents, shuffled]) => {
          const chain = chainOf(documents)
          const members = shuffled.filter((one) => chain.documents.some(({ id }) => id === idOf(one)))
          for (const member of members) expect(chainOf(shuffled, member)).toEqual(chain)
        },
      ),
    ))

  it('never joins the equal numbers of another supplier', () =>
    fc.assert(
      fc.property(trade, trade, (documents, others) => {
        const foreign = others.map((one) => {
          const swap = (party: string) => (party === 'LIB00002' ? 'LIB00003' : party)
          const moved = { ...one, sender: swap(one.sender), receiver: swap(one.receiver) }
          return { ...moved, id: `other ${idOf(one)}` }
        })

        expect(chainOf([...documents, ...foreign], documents[0])).toEqual(chainOf(documents))
      }),
    ))
})
