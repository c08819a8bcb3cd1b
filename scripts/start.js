// npm start: builds outdated outputs, then runs the server in this process.
import './build.js'

await import('../dist/main.js')
