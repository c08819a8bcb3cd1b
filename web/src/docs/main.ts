import 'swagger-ui-dist/swagger-ui.css'
import '../ui/theme/colors.css'
import './docs.css'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'

// Swagger UI's dark theme depends on this class; it follows the system's theme.
const dark = matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', applyTheme)
applyTheme()

SwaggerUI({
  dom_id: '#root',
  url: '/api/openapi.json',
  // Disables the request to Swagger's external validator.
  validatorUrl: null,
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
})
