import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { givenGateway } from '../support/gateway.ts'
import { freePorts, givenNginx, hasNginx } from '../support/nginx/nginx.ts'
import { givenReportScript } from '../support/nginx/report-script.ts'
import { reportedEndpoints } from '../support/reported-endpoints.ts'

const testWithNginx = hasNginx() ? it : it.skip

/** Those of which the client gets no error; the endpoint of the last one worked in the end. */
const answered = ['sorry', 'sorry-elsewhere', 'retried']

/** Configurations in which the request that nginx answers in the end is not the one that was made. */
const servers: Record<string, (upstream: string) => string> = {
  plain: (upstream: string) => `location / { ${upstream} }`,
  'error-page': (upstream: string) => `location / { ${upstream} }
    error_page 500 502 503 504 /50x.html; location = /50x.html { root files; }`,
  'named-location': (upstream: string) => `location / { ${upstream} }
    error_page 502 = @failed; location @failed { return 503; }`,
  'try-files': () => `root files; location / { try_files $uri $uri/ /index.php?$query_string; }
    location ~ \\.php$ { return 503; }`,
  moved: (upstream: string) =>
    `location /office/ { rewrite ^/office/(.*)$ /api/admin/$1 break; ${upstream}
      error_page 502 @failed; } location @failed { return 503; }`,
  sorry: (upstream: string) => `location / { ${upstream} }
    error_page 502 =200 /50x.html; location = /50x.html { root files; }`,
  'sorry-elsewhere': (upstream: string) => `location / { ${upstream} }
    error_page 502 =200 @other; location @other { proxy_pass http://well; }`,
  retried: () => `location / { proxy_pass http://retried; }`,
  rewritten: (upstream: string) =>
    `location / { rewrite ^ /internal/$request_method last; } location /internal/ { ${upstream} }`,
}

testWithNginx('a lost upstream behind nginx fails the endpoint that was asked, however nginx answers', async () => {
  await using gateway = await givenGateway({ config: { sampleData: false } })
  await using report = await givenReportScript(gateway.url, gateway.ingestToken)
  const { importList } = reportedEndpoints(() => gateway)
  const names = Object.keys(servers)
  const endpoints = names.flatMap((name) =>
    ['GET', 'POST'].map((method) => ({ method, path: `/api/admin/${name}/:id` })),
  )
  await importList('shop', endpoints)
  const [lost = 0, well = 0, ...ports] = await freePorts(names.length + 2)
  await givenFiles(report.folder)
  const http = Object.values(servers).map(
    (server, index) => `server { listen 127.0.0.1:${ports[index]}; ${server(`proxy_pass http://127.0.0.1:${lost};`)} }`,
  )
  http.push(`server { listen 127.0.0.1:${well}; access_log off; return 200; }
    upstream well { server 127.0.0.1:${well}; }
    upstream retried { server 127.0.0.1:${lost} max_fails=0; server 127.0.0.1:${well} backup; }`)
  const guide = report.configuration.replace('/var/log/nginx/vigia.log', report.log)
  await using nginx = await givenNginx(report.folder, guide + http.join('\n'), ports[0] ?? 0)

  for (const [index, name] of names.entries())
    for (const method of ['GET', 'GET', 'POST']) {
      const path = `/${name === 'moved' ? 'office' : 'api/admin'}/${name}/17?q=Alice`
      const status = await nginx.ask(ports[index] ?? 0, method, path)
      expect([name, status > 499]).toEqual([name, !answered.includes(name)])
    }
  const logged = await readFile(report.log, 'utf8')
  expect(logged).not.toContain('Alice')
  // The clock of the gateway is another one than that of nginx.
  const now = new Date(gateway.clock.now()).toISOString()
  await writeFile(report.log, logged.replace(/"at":"[^"]*"/g, `"at":"${now}"`))
  await report.fromTheBeginning()
  const script = report.start()
  await report.sent()
  const said = await script.kill()

  await gateway.pass(10)
  const counted = await gateway.db.bucket.groupBy({
    by: ['subjectId'],
    where: { span: 10, subject: { endpoint: { service: 'shop' } } },
    _sum: { n: true, bad: true },
  })
  const subjects = await gateway.db.subject.findMany({ where: { endpoint: { service: 'shop' } } })
  const badOf = (key: string) =>
    counted.find(({ subjectId }) => subjectId === subjects.find((one) => one.key === key)?.id)?._sum
  expect(said).toBe('')
  for (const { method, path } of endpoints) {
    const count = method === 'GET' ? 2 : 1
    const bad = path.includes('/retried/') ? 0 : count
    expect([method, path, badOf(`${method} ${path}/`)]).toEqual([method, path, { n: count, bad }])
  }
})

/** Files that a worker of nginx may read, whoever it runs as. */
async function givenFiles(folder: string) {
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'files'))
  for (const name of ['50x.html', 'index.php']) await writeFile(join(folder, 'files', name), name)
}
