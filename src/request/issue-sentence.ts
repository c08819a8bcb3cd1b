import type { z } from 'zod'
import { cutText } from '../messages/catalogue.ts'
import type { Language } from '../lib/language.ts'
import { render, type Sentence } from '../messages/sentences.ts'
import { saidBy } from './said.ts'

type Issue = z.core.$ZodIssue
type Coded<Code extends Issue['code']> = Extract<Issue, { code: Code }>

/** The sentence about an issue of zod: the sentence of the failed check, else a general one for the issue's code. */
export const sentenceOfIssue = (issue: Issue): Sentence => {
  const rule = rules[issue.code] as (issue: Issue) => Sentence
  return saidBy(issue) ?? rule(issue)
}

/** Maximum issues named in a sentence. The list in the same response has all of them. */
const maxListed = 100

/**
 * The issues of a value, each with the field that it is of: as a list, and as a text and a sentence about all. In English
 * the schema's own words stand, which may say more than the sentence.
 */
export function describeIssues(issues: readonly Issue[], language: Language) {
  const errors = issues.map((issue) => {
    const sentence = sentenceOfIssue(issue)
    const message = language === 'en' ? issue.message : render(sentence, language)
    return { field: issue.path.map(String).join('.'), message, sentence }
  })
  const fields = errors.slice(0, maxListed).map(({ field, sentence }) => ({ field, sentence }))
  return {
    errors,
    detail: errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; '),
    sentence: { code: 'FIELDS_INVALID', parameters: { fields } } satisfies Sentence,
  }
}

const rules: { readonly [Code in Issue['code']]: (issue: Coded<Code>) => Sentence } = {
  custom: ({ message }) => ({ code: 'FIELD_INVALID', parameters: { problem: message } }),
  invalid_type: ({ expected }) => sentenceOfType[expected] ?? { code: 'FIELD_OF_OTHER_TYPE', parameters: { expected } },
  too_small: ({ origin, minimum, inclusive = true }) => atLeast(origin, Number(minimum), inclusive),
  too_big: ({ origin, maximum, inclusive = true }) => atMost(origin, Number(maximum), inclusive),
  invalid_format: ({ format, pattern }) =>
    sentenceOfFormat[format] ?? { code: 'FORMAT_WRONG', parameters: { format: pattern ?? format } },
  invalid_value: ({ values }) => ({ code: 'VALUE_NOT_LISTED', parameters: { values: values.map(String).join(', ') } }),
  unrecognized_keys: ({ keys }) => ({ code: 'FIELDS_UNKNOWN', parameters: { fields: cutText(keys.join(', ')) } }),
  not_multiple_of: ({ divisor }) => ({ code: 'NUMBER_NOT_MULTIPLE', parameters: { divisor } }),
  invalid_union: () => ({ code: 'FORM_UNKNOWN', parameters: {} }),
  invalid_key: () => ({ code: 'FORM_UNKNOWN', parameters: {} }),
  invalid_element: () => ({ code: 'FORM_UNKNOWN', parameters: {} }),
}

const sentenceOfType: Partial<Record<string, Sentence>> = {
  string: { code: 'FIELD_NOT_TEXT', parameters: {} },
  number: { code: 'FIELD_NOT_NUMBER', parameters: {} },
  int: { code: 'FIELD_NOT_WHOLE', parameters: {} },
  boolean: { code: 'FIELD_NOT_BOOLEAN', parameters: {} },
  array: { code: 'FIELD_NOT_LIST', parameters: {} },
  object: { code: 'FIELD_NOT_OBJECT', parameters: {} },
  record: { code: 'FIELD_NOT_OBJECT', parameters: {} },
}

const sentenceOfFormat: Partial<Record<string, Sentence>> = {
  datetime: { code: 'TIME_INVALID', parameters: {} },
  url: { code: 'WEB_ADDRESS_INVALID', parameters: {} },
}

function atLeast(origin: string, min: number, inclusive: boolean): Sentence {
  if (origin === 'string')
    return min === 1 ? { code: 'FIELD_EMPTY', parameters: {} } : { code: 'FIELD_TOO_SHORT', parameters: { min } }
  if (origin === 'array')
    return min === 1 ? { code: 'LIST_EMPTY', parameters: {} } : { code: 'LIST_TOO_SHORT', parameters: { min } }
  return { code: inclusive ? 'NUMBER_TOO_SMALL' : 'NUMBER_NOT_OVER', parameters: { min } }
}

function atMost(origin: string, max: number, inclusive: boolean): Sentence {
  if (origin === 'string') return { code: 'FIELD_TOO_LONG', parameters: { max } }
  if (origin === 'array') return { code: 'LIST_TOO_LONG', parameters: { max } }
  return { code: inclusive ? 'NUMBER_TOO_LARGE' : 'NUMBER_NOT_UNDER', parameters: { max } }
}
