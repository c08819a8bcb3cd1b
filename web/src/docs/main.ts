import 'swagger-ui-dist/swagger-ui.css'
import '../ui/tokens.css'
import './docs.css'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'

// The library's dark colours hang on this class; which ones to show is the system's choice.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

SwaggerUI({
  dom_id: '#root',
  url: '/api/openapi.json',
  // Nobody else is asked whether the document is valid.
  validatorUrl: null,
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
})
