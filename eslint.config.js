import { existsSync } from 'node:fs'
import graphql from '@graphql-eslint/eslint-plugin'
import tseslint from 'typescript-eslint'

const house = {
  '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
  '@typescript-eslint/consistent-type-imports': ['error', { prefer: 'type-imports', fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
  'max-depth': ['error', 2],
  'max-params': ['error', 4],
  'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Export by name.' }],
}

export default tseslint.config(
  {
    ignores: [
      '**/generated/**',
      'dist/**',
      'data/**',
      'coverage/**',
      '**/*.js',
      '**/*.cjs',
      '*.config.ts',
      'web/vite.config.ts',
      // Their types are in packages that are installed on demand.
      ...(existsSync('bench/node_modules') ? [] : ['bench/peers/**']),
    ],
  },
  {
    files: ['src/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      ...house,
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 8],
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'Only src/main.ts and the command line tools touch the process.' },
      ],
    },
  },
  {
    files: ['src/main.ts', 'src/cli/*.ts', 'src/database/embedded/lock-owner.ts', 'scripts/**', 'bench/**'],
    rules: { 'no-restricted-globals': 'off' },
  },
  // One table on one screen, a line each.
  { files: ['src/graphql/loaders.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: { ...house, 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['test/**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['test/**/*.unit.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: 'support/(.+/)?(gateway|database|process|browser|instances|pipeline)\\.ts$',
              message: 'A unit test needs no database, no process, no browser and no build; see CONTRIBUTING.md.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['schema/*.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema/*.graphql' } } },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          FieldDefinition: true,
          DirectiveDefinition: true,
          EnumValueDefinition: true,
          InputValueDefinition: false,
        },
      ],
      '@graphql-eslint/strict-id-in-types': 'off',
      '@graphql-eslint/description-style': ['error', { style: 'inline' }],
      // The source document's words are kept as they are, the roles in lower case among them.
      '@graphql-eslint/naming-convention': 'off',
      '@graphql-eslint/no-typename-prefix': 'off',
    },
  },
)
