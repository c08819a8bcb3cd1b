import { omitUndefined } from './searchParams.ts'

/** Returns the `value` and `onChange` props for one filter. A change keeps the other filters. */
export const filterField =
  <Filters extends Record<string, unknown>>(filters: Filters, change: (filters: Filters) => void) =>
  <Name extends keyof Filters>(name: Name) => ({
    value: filters[name],
    onChange: (value: Filters[Name] | undefined) => {
      change(omitUndefined({ ...filters, [name]: value }) as Filters)
    },
  })
