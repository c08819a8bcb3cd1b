import { BlockList, isIPv6 } from 'node:net'

// Source: the special-purpose registries of IANA, https://www.iana.org/assignments/iana-ipv4-special-registry and
// https://www.iana.org/assignments/iana-ipv6-special-registry, with multicast and reserved addresses.
const privateV4 = toBlockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])

/** Global unicast addresses. All others are special, including those mapped from or translated to IPv4. */
const publicV6 = toBlockList('ipv6', [['2000::', 3]])

/** Special ranges within the global unicast addresses; some of them contain an IPv4 address. */
const specialV6 = toBlockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** Whether an address is public or explicitly allowed. */
export const isReachable = (address: string, allowed: BlockList | null): boolean =>
  isAllowed(address, allowed) || isPublic(address)

/** Whether an address is in the ranges of OUTBOUND_ALLOW. */
export const isAllowed = (address: string, allowed: BlockList | null): boolean =>
  allowed?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ?? false

const isPublic = (address: string) =>
  isIPv6(address)
    ? publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
    : !privateV4.check(address, 'ipv4')

function toBlockList(family: 'ipv4' | 'ipv6', ranges: [address: string, prefix: number][]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family)
  return list
}
