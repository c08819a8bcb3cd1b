/** Under these, what we depend on may be used and passed on without conditions beyond naming its authors. */
const allowed = new Set(['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'])

/** Whether a licence, as SPDX writes it, is allowed: of alternatives one has to be, of what holds together everything. */
export function isAllowed(licence: string): boolean {
  const bare = licence.replace(/^\((.*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare.split(' OR ').some((one) => one.split(' AND ').every((part) => allowed.has(part)))
}
