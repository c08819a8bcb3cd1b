import { Refused } from '../../api/request.ts'
import { words } from '../../language.ts'

const text = words(
  {
    last: 'Es el último administrador: antes tiene que serlo alguien más, o nadie podría administrar operadores.',
    gone: 'Este operador ya no existe.',
    taken: 'Ya hay un operador con este correo.',
    invalid: 'El correo o el nombre no son válidos.',
    own: 'Tu propia contraseña la cambias en Mi cuenta, con la que tienes ahora.',
  },
  {
    last: 'This is the last administrator: somebody else has to be one first, or nobody could administer operators.',
    gone: 'This operator is not there any more.',
    taken: 'There is already an operator with this e-mail.',
    invalid: 'The e-mail or the name is not valid.',
    own: 'Your own password you change in My account, with the one you have now.',
  },
)

type Deed = 'add' | 'change' | 'reset'

const sentences: Record<Deed, Partial<Record<string, string>>> = {
  add: { CONFLICT: text.taken, INVALID_INPUT: text.invalid },
  change: { CONFLICT: text.last, NOT_FOUND: text.gone },
  reset: { CONFLICT: text.own, NOT_FOUND: text.gone },
}

/** The reason why a change of operators failed, translated where the error code is specific enough. */
export function inWords(deed: Deed, error: Error | null): Error | null {
  const sentence = error instanceof Refused ? sentences[deed][error.code] : undefined
  return sentence === undefined ? error : new Error(sentence)
}
