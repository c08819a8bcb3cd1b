// Writes the OpenAPI document of the REST API, from which the web application generates its types.
import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../dist/http/openapi/document.js'
import { operations } from '../dist/http/all-routes.js'

const document = openApiDocument(operations, { version: '0.0.0', cookie: 'vigia_session' })
writeFileSync('dist/openapi.json', JSON.stringify(document))
