import { type Kind } from '../generated/graphql.ts'

/** The page that lists a kind of subject, and whether a service declares its subjects: that says whether they are critical, and retires them. */
export const kinds = {
  ENDPOINTS: { list: '/endpoints', isDeclaredByService: true },
  LIBRERIAS: { list: '/libraries', isDeclaredByService: false },
  INTEGRACIONES: { list: '/integrations', isDeclaredByService: false },
} satisfies Record<Kind, { list: string; isDeclaredByService: boolean }>
