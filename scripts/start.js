// npm start: builds what is out of date, then becomes the server.
import './build.js'

await import('../dist/main.js')
