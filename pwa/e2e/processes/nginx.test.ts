import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ERRORS, problemSchema } from '#contract/errors.ts';
import { signInAdmin } from '#api/testing/clients/sign-in.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';

const CONFIGURATION = 'deploy/nginx.conf';
const HOST = 'shop.example';
/** Larger than the largest image that the server accepts. */
const TOO_LARGE_BYTES = 17_000_000;
const PASSWORD = 'a long enough password';

const missing = ['nginx', 'openssl'].find((name) => {
  try {
    execFileSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
});

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let folder: string;
let app: TestApp;
let nginx: ChildProcess;
let plainPort: number;
let securePort: number;

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Calls through nginx as a client that trusts its certificate. */
const call = (
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: securePort, path, method, rejectUnauthorized: false };
    const sent = request({ ...options, headers: { host: HOST, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

const callPlain = (path: string): Promise<{ status: number | undefined; location: string | undefined }> =>
  new Promise((resolve, reject) => {
    requestHttp({ host: '127.0.0.1', port: plainPort, path, headers: { host: HOST } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    })
      .on('error', reject)
      .end();
  });

const startShop = async (env: Record<string, string> = {}, rates = {}): Promise<TestApp> =>
  (app = await startTestApp({
    ...rates,
    env: { PUBLIC_URL: `https://${HOST}`, TRUSTED_PROXIES: '1', ADMIN_PASSWORD: PASSWORD, DEMO: '0', ...env },
  }));

/** Starts nginx with the delivered configuration, of which only the ports, the certificate and the place of the log are other ones. */
async function startNginx(): Promise<void> {
  [plainPort, securePort] = [await findFreePort(), await findFreePort()];
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const subject = ['-subj', `/CN=${HOST}`, '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' });
  const delivered = await readFile(CONFIGURATION, 'utf8');
  const changes: readonly (readonly [delivered: string, here: string])[] = [
    ['server shop:3000;', `server ${new URL(app.url).host};`],
    ['listen 80 ', `listen 127.0.0.1:${plainPort} `],
    ['listen 443 ', `listen 127.0.0.1:${securePort} `],
    ['/etc/nginx/certificate/', `${folder}/`],
    ['/dev/stdout', join(folder, 'access.log')],
  ];
  let text = delivered;
  for (const [before, after] of changes) {
    expect(text).toContain(before);
    text = text.replaceAll(before, after);
  }
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  text = text.replace('http {', `http {\n  ${places.join('\n  ')}`);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  const global = `daemon off; pid ${join(folder, 'nginx.pid')};`;
  nginx = spawn('nginx', ['-c', file, '-e', join(folder, 'error.log'), '-g', global], { stdio: 'ignore' });
  await expect
    .poll(() =>
      callPlain('/').then(
        ({ status }) => status,
        () => undefined,
      ),
    )
    .toBe(308);
}

describe.skipIf(missing !== undefined)(`nginx in front of the shop${missing ? ` (install ${missing})` : ''}`, () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hexlime-nginx-'));
  });
  afterEach(async () => {
    const ended = new Promise((resolve) => nginx.once('exit', resolve));
    nginx.kill('SIGTERM');
    await ended;
    await app.stop();
    await rm(folder, { recursive: true });
  });

  it('redirects pages to https, and refuses calls that came in the clear', async () => {
    await startShop();
    await startNginx();
    expect(await callPlain('/pcshop?q=a%20b')).toEqual({ status: 308, location: `https://${HOST}/pcshop?q=a%20b` });
    expect(await callPlain('/api/sync/account')).toEqual({ status: 403, location: undefined });
  });

  it('passes on replies as they are: compression, validators and the headers of security', async () => {
    await startShop();
    await startNginx();
    const path = '/api/sync/pc/manifest';
    const direct = await fetch(app.url + path, { headers: { 'x-forwarded-proto': 'https' } });
    const reply = await call(path, { headers: { 'accept-encoding': 'br' } });
    expect(reply.status).toBe(200);
    for (const name of ['etag', 'cache-control', 'strict-transport-security', 'x-content-type-options']) {
      expect([name, reply.headers[name]]).toEqual([name, direct.headers.get(name) ?? undefined]);
    }
    expect(reply.headers['strict-transport-security']).toMatch(/max-age/);
    const again = await call(path, {
      headers: { 'accept-encoding': 'br', 'if-none-match': String(reply.headers.etag) },
    });
    expect(again.status).toBe(304);
  });

  it('passes on sockets', async () => {
    await startShop();
    await startNginx();
    const socket = new WebSocket(`wss://127.0.0.1:${securePort}/realtime`, {
      rejectUnauthorized: false,
      origin: `https://${HOST}`,
      headers: { host: HOST },
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const poked = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
    const fields = { title: 'Lamp', main_category: 'Lighting', category: 'Desk' };
    await app.context.products.saveProducts('pc', [{ id: 1, fields }]);
    expect(await poked).toContain('productsChanged');
    socket.close();
  });

  it('tells the server each client’s own address, whatever that client claims', async () => {
    await startShop({}, { rates: { read: { burst: 3, perSecond: 0.001 } } });
    await startNginx();
    const statuses: number[] = [];
    for (const claimed of ['10.1.1.1', '10.1.1.2', '10.1.1.3', '10.1.1.4']) {
      statuses.push((await call('/api/sync/account', { headers: { 'x-forwarded-for': claimed } })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it('lets administrators log in: the server sees https', async () => {
    await startShop();
    await startNginx();
    const body = Buffer.from(JSON.stringify({ password: PASSWORD }));
    const headers = { 'content-type': 'application/json', origin: `https://${HOST}` };
    const reply = await call('/api/login', { method: 'POST', headers, body });
    expect(reply.text).not.toContain('needs https');
    expect(reply.status).toBe(200);
  });

  it('leaves the limits of uploads to the server, which answers in words', async () => {
    await startShop();
    await startNginx();
    const head = `--b\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const reply = await call('/api/upload-images', {
      method: 'POST',
      headers: { ...(await signInAdmin(app)), 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.concat([Buffer.from(head), Buffer.alloc(TOO_LARGE_BYTES), Buffer.from('\r\n--b--\r\n')]),
    });
    expect([reply.status, reply.headers['content-type']]).toEqual([413, 'application/problem+json']);
    expect(problemSchema.parse(JSON.parse(reply.text)).code).toBe('too-large');
  });

  it('answers as the server would while that is away, so that devices wait', async () => {
    await startShop();
    await startNginx();
    await app.stop();
    const reply = await call('/api/sync/account');
    expect([reply.status, reply.headers['retry-after'], reply.headers['content-type']]).toEqual([
      503,
      '5',
      'application/problem+json',
    ]);
    const problem = problemSchema.parse(JSON.parse(reply.text));
    expect(problem.title).toBe(ERRORS['not-ready'].title);
  });
});
