import protobuf from 'protobufjs/light.js'
import { DomainError } from '../lib/errors.ts'

/** Length-prefixed parts of a request: messages, texts and packed lists. A data point with six attributes has 27. */
const maxParts = 600_000

/** Bins of a data point. SDKs send 15 to 160, Micrometer up to 276. */
export const maxBins = 1_000

/**
 * Reads the wire format as the generated decoders need it: a 64-bit time as decimal text, all other 64-bit values as
 * numbers. Refuses requests that would become far larger in memory than they are.
 */
class WireReader extends protobuf.BufferReader {
  private parts = 0

  override size(): number {
    if (++this.parts > maxParts)
      throw new DomainError('INVALID_INPUT', { code: 'OTLP_PARTS_TOO_MANY', parameters: { max: maxParts } })
    return super.size()
  }
}

/** The result types differ from those of the base class, hence not as methods. */
Object.assign(WireReader.prototype, {
  fixed64: readDecimal,
  int64: readSignedVarint,
  fixed64s: readPackedFixed,
  uint64s: readPackedVarints,
})

/** Creates a reader of these bytes. */
export const createWireReader = (bytes: Buffer): protobuf.Reader => new WireReader(bytes)

/** Decimal text of an unsigned 64-bit integer, in exact arithmetic on parts that are below 2^53. */
function readDecimal(this: protobuf.Reader): string {
  const low = this.fixed32()
  const high = this.fixed32()
  // 2^48 = 281,474 · 10^9 + 976,710,656
  const upper = high >>> 16
  const rest = upper * 976_710_656 + (high & 0xffff) * 4_294_967_296 + low
  const billions = upper * 281_474 + Math.floor(rest / 1e9)
  const units = String(rest % 1e9)
  return billions === 0 ? units : String(billions) + units.padStart(9, '0')
}

function readPackedFixed(this: protobuf.Reader, list: number[]): number[] {
  const bytes = this.size()
  requireFewBins(list.length + bytes / 8)
  const end = this.pos + bytes
  if (end > this.len || bytes % 8 !== 0) throw RangeError('A packed list does not end where it should.')
  while (this.pos < end) list.push(this.fixed32() + this.fixed32() * 4_294_967_296)
  return list
}

function readPackedVarints(this: protobuf.Reader, list: number[]): number[] {
  const end = this.size() + this.pos
  if (end > this.len) throw RangeError('A packed list does not end where it should.')
  while (this.pos < end) {
    requireFewBins(list.length)
    list.push(readVarint(this))
  }
  if (this.pos !== end) throw RangeError('A packed list does not end where it should.')
  return list
}

function requireFewBins(bins: number): void {
  if (bins > maxBins)
    throw new DomainError('INVALID_INPUT', { code: 'OTLP_BINS_TOO_MANY', parameters: { max: maxBins } })
}

/** An unsigned integer of up to 64 bits; above 2^53 it is rounded. */
function readVarint(reader: protobuf.Reader): number {
  let value = 0
  let factor = 1
  for (let index = 0; index < 10; index++) {
    if (reader.pos >= reader.len) throw RangeError('A number ends too early.')
    const byte = reader.buf[reader.pos++] ?? 0
    value += (byte & 127) * factor
    if (byte < 128) return value
    factor *= 128
  }
  throw RangeError('A number has more than 64 bits.')
}

/** A signed integer of up to 64 bits: encoded numbers of 2^63 and above stand for negative numbers. */
function readSignedVarint(this: protobuf.Reader): number {
  const begin = this.pos
  const value = readVarint(this)
  if (value < 2 ** 63) return value
  this.pos = begin
  return readNegativeVarint(this)
}

/** Reads a negative integer: ten bytes in two's complement. Its complement is exact if the number is small. */
function readNegativeVarint(reader: protobuf.Reader): number {
  let complement = 0
  let factor = 1
  for (let index = 0; index < 9; index++) {
    complement += (~(reader.buf[reader.pos++] ?? 0) & 127) * factor
    factor *= 128
  }
  reader.pos++
  return -complement - 1
}
