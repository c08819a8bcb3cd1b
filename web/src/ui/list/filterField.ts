import { present } from './search.ts'

/** What the control of each filter needs: its value, and the way to choose another, which leaves the other filters as they are. */
export const filterField =
  <Filters extends Record<string, unknown>>(filters: Filters, change: (filters: Filters) => void) =>
  <Name extends keyof Filters>(name: Name) => ({
    value: filters[name],
    onChange: (value: Filters[Name] | undefined) => {
      change(present({ ...filters, [name]: value }) as Filters)
    },
  })
