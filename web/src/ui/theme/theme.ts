import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const tinta: MantineColorsTuple = [
  '#eef4fa',
  '#dbe6f1',
  '#b6cce2',
  '#8eb0d2',
  '#6d98c5',
  '#5889bd',
  '#4c81b9',
  '#3c6ea3',
  '#2f5d8c',
  '#214f7c',
]

const noche: MantineColorsTuple = [
  '#e4e5e9',
  '#a0a4ae',
  '#8b8f99',
  '#6d727c',
  '#2d3037',
  '#26282e',
  '#1a1b1f',
  '#131417',
  '#0f1012',
  '#0b0c0d',
]

/** Muted theme: strong colours are reserved for states. */
export const theme = createTheme({
  colors: { tinta, dark: noche },
  primaryColor: 'tinta',
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'sm',
  fontFamily: 'Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
})

/** Maps Mantine's colours to the variables of `colors.css`, the only place that defines them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-disabled': 'var(--hover)',
    '--mantine-color-disabled-color': 'var(--muted)',
    '--mantine-color-error': 'var(--fallando)',
  },
  light: {},
  dark: {},
})
