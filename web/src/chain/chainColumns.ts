import { type Chain } from '../api/messages/chain.ts'

// Invoices and returns both refer to delivery notes, so a line from one column leads to the next one.
const columns = [['PEDIDO'], ['ENVIO'], ['FACTUL', 'DEVOLU'], ['ABONO']] as const

export type ChainType = (typeof columns)[number][number]

/** The types of documents in a chain, in the order in which they are sent. */
const chainTypes: readonly ChainType[] = columns.flat()

/** Whether documents of this type refer to others or are referred to. */
export const isChainType = (type: string): type is ChainType => chainTypes.some((one) => one === type)

/** A document of a chain, received or not, with its connections to earlier ones. */
export type ChainBox = {
  id: string
  /** The message of the document; null if the document was not received. */
  messageId: string | null
  /** Whether the message of the document was processed. */
  isStored: boolean
  number: string | null
  date: string | null
  units: number | null
  connections: { from: string; number: string | null; quantity: number | null }[]
}

/** The documents of one type. */
export type ChainGroup = { type: ChainType; boxes: ChainBox[] }

/** Arranges a chain in columns of documents by type; types without documents are left out. */
export function toColumns({ documents, notReceived, links }: Chain): ChainGroup[][] {
  const stored = documents.map((document) => ({ ...document, isStored: true }))
  const absent = notReceived.map(({ failedMessageId, ...document }) => ({
    ...{ ...document, messageId: failedMessageId, isStored: false, units: null },
  }))
  const all = [...stored, ...absent]
  const numbers = new Map(all.map(({ id, number }) => [id, number ?? null]))
  const toBox = ({ id, messageId, isStored, number, date, units }: (typeof all)[number]): ChainBox => ({
    ...{ id, messageId, isStored, number, date, units },
    connections: links
      .filter(({ to }) => to === id)
      .map(({ from, quantity }) => ({ from, number: numbers.get(from) ?? null, quantity })),
  })
  const toGroup = (type: ChainType) => ({ type, boxes: all.filter((one) => one.type === type).map(toBox) })
  return columns
    .map((types) => types.map(toGroup).filter(({ boxes }) => boxes.length > 0))
    .filter((groups) => groups.length > 0)
}
