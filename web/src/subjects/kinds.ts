import { type Kind } from '../generated/graphql.ts'

/** Where the subjects of a kind are listed, and whether a service declares them: it says whether they are critical, and retires them. */
export const kinds = {
  ENDPOINTS: { list: '/endpoints', isDeclaredByService: true },
  LIBRERIAS: { list: '/libraries', isDeclaredByService: false },
  INTEGRACIONES: { list: '/integrations', isDeclaredByService: false },
} satisfies Record<Kind, { list: string; isDeclaredByService: boolean }>
