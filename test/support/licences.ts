/** Licences that permit use and redistribution on no condition beyond attribution. */
const allowed = new Set(['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'])

/** Whether an SPDX expression is allowed: any part of an OR, and every part of an AND, must be. */
export function isAllowed(licence: string): boolean {
  const bare = licence.replace(/^\((.*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare.split(' OR ').some((one) => one.split(' AND ').every((part) => allowed.has(part)))
}
