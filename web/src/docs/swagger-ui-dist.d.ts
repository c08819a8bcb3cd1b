declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Renders an OpenAPI document in an element of the page. */
  const SwaggerUI: (options: {
    dom_id: string
    url: string
    validatorUrl: null
    deepLinking: boolean
    filter: boolean
    docExpansion: 'list'
    defaultModelsExpandDepth: number
    displayRequestDuration: boolean
  }) => unknown
  export { SwaggerUI as default }
}
