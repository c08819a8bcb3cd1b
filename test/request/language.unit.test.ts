import { languageNamed, languageOf } from '../../src/request/language.ts'

it.each([
  ['es', 'es'],
  ['es-ES,es;q=0.9,en;q=0.8', 'es'],
  ['en-GB, es;q=0.9', 'en'],
  ['fr, es;q=0.5, en;q=0.4', 'es'],
  ['ES', 'es'],
  ['es;q=0, en;q=0.1', 'en'],
  ['es;q=0', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  ['*, es;q=0.1', 'en'],
  ['es, *;q=0.1', 'es'],
  ['', 'en'],
  ['espanol', 'en'],
  [';;,,=', 'en'],
  [`${'fr,'.repeat(100)}es`, 'en'],
])('Accept-Language %j asks for %s', (header, language) => {
  expect(languageOf({ headers: { 'accept-language': header } })).toBe(language)
})

it('without Accept-Language, errors are in English', () => {
  expect(languageOf({ headers: {} })).toBe('en')
})

it.each([
  ['es', 'es'],
  ['en', 'en'],
  [undefined, 'en'],
  [{ es: 1 }, 'en'],
])('a socket that names %j gets its errors in %s', (named, language) => {
  expect(languageNamed(named)).toBe(language)
})
