import { createContext, useContext } from 'react'

/** Opens the search; provided by `SearchProvider`. */
export const ShowSearch = createContext<() => void>(() => undefined)

/** Returns a function that opens the search. */
export const useShowSearch = (): (() => void) => useContext(ShowSearch)
