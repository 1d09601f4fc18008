import { request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ERRORS } from '#contract/http/error-codes.ts';
import { problemSchema } from '#contract/http/errors.ts';
import { signInAdmin } from '#api/testing/clients/sign-in.ts';
import { createListener } from '#api/http/listener/listener.ts';
import { NGINX_MISSING, startNginx } from '#api/testing/cluster/nginx.ts';
import type { RunningProxy } from '#api/testing/cluster/proxy.ts';
import { CADDY_MISSING, startCaddy } from '#api/testing/cluster/caddy.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp, TestAppOptions } from '#api/testing/apps/test-app.ts';

const HOST = 'shop.example';
/** The certificate is made for the test: no authority has signed it. */
const TLS = { servername: HOST, rejectUnauthorized: false };
/** Larger than the largest image that the server accepts. */
const TOO_LARGE_BYTES = 17_000_000;
const PASSWORD = 'a long enough password';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let app: TestApp;
let proxy: RunningProxy;

/** Calls through the proxy as a client that trusts its certificate. */
const call = (
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: proxy.securePort,
      path,
      method,
      servername: HOST,
      rejectUnauthorized: false,
    };
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

/** @throws Error when it is rejected */
const openSocketThroughProxy = async (): Promise<WebSocket> => {
  const socket = new WebSocket(`wss://127.0.0.1:${proxy.securePort}/realtime`, {
    ...TLS,
    origin: `https://${HOST}`,
    headers: { host: HOST },
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
};

const callPlain = (path: string): Promise<{ status: number | undefined; location: string | undefined }> =>
  new Promise((resolve, reject) => {
    requestHttp({ host: '127.0.0.1', port: proxy.plainPort, path, headers: { host: HOST } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    })
      .on('error', reject)
      .end();
  });

const startShop = async (env: Record<string, string> = {}, options: TestAppOptions = {}): Promise<TestApp> =>
  (app = await startTestApp({
    ...options,
    env: { PUBLIC_URL: `https://${HOST}`, TRUSTED_PROXIES: '1', ADMIN_PASSWORD: PASSWORD, DEMO: '0', ...env },
  }));

const PROXIES = [
  { name: 'nginx', missing: NGINX_MISSING, start: startNginx },
  { name: 'Caddy', missing: CADDY_MISSING, start: startCaddy },
] as const;

describe.each(PROXIES)('$name in front of the shop', ({ missing, start }) => {
  if (missing !== undefined) {
    it.skip(`was not tested: ${missing}`);
    return;
  }
  const startProxy = async (): Promise<void> => void (proxy = await start([new URL(app.url).host]));
  afterEach(async () => {
    await proxy.stop();
    await app.stop();
  });

  it('redirects pages to https, and rejects calls over plain http', async () => {
    await startShop();
    await startProxy();
    expect(await callPlain('/pcshop?q=a%20b')).toEqual({ status: 308, location: `https://${HOST}/pcshop?q=a%20b` });
    expect(await callPlain('/api/sync/account')).toEqual({ status: 403, location: undefined });
  });

  it('passes on replies as they are: compression, validators and security headers', async () => {
    await startShop();
    await startProxy();
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
    await startProxy();
    const socket = await openSocketThroughProxy();
    const poked = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
    const fields = { title: 'Lamp', main_category: 'Lighting', category: 'Desk' };
    await app.context.products.saveProducts('pc', [{ id: 1, fields }]);
    expect(await poked).toContain('productsChanged');
    socket.close();
  });

  it('tells the server each client’s own address, whatever that client claims', async () => {
    await startShop({}, { rates: { read: { burst: 3, perSecond: 0.001 } } });
    await startProxy();
    const statuses: number[] = [];
    for (const claimed of ['10.1.1.1', '10.1.1.2', '10.1.1.3', '10.1.1.4']) {
      statuses.push((await call('/api/sync/account', { headers: { 'x-forwarded-for': claimed } })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it('lets administrators log in: the server sees https', async () => {
    await startShop();
    await startProxy();
    const body = Buffer.from(JSON.stringify({ password: PASSWORD }));
    const headers = { 'content-type': 'application/json', origin: `https://${HOST}` };
    const reply = await call('/api/login', { method: 'POST', headers, body });
    expect(reply.text).not.toContain('needs https');
    expect(reply.status).toBe(200);
  });

  it('leaves upload limits to the server, which explains the rejection', async () => {
    await startShop();
    await startProxy();
    const head = `--b\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const reply = await call('/api/upload-images', {
      method: 'POST',
      headers: { ...(await signInAdmin(app)), 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.concat([Buffer.from(head), Buffer.alloc(TOO_LARGE_BYTES), Buffer.from('\r\n--b--\r\n')]),
    });
    expect([reply.status, reply.headers['content-type']]).toEqual([413, 'application/problem+json']);
    expect(problemSchema.parse(JSON.parse(reply.text)).code).toBe('too-large');
  });

  it('answers for a stopped server as the server itself would, so that devices wait', async () => {
    await startShop();
    await startProxy();
    await app.stop();
    const reply = await call('/api/sync/account');
    expect([reply.status, reply.headers['retry-after'], reply.headers['content-type']]).toEqual([
      503,
      '5',
      'application/problem+json',
    ]);
    const problem = problemSchema.parse(JSON.parse(reply.text));
    expect(problem.title).toBe(ERRORS['not-ready'].title);

    const page = await call('/account', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers['retry-after'], page.headers['content-type']]).toEqual([
      503,
      '5',
      'text/html; charset=utf-8',
    ]);
    expect(page.text).toContain('<h1>The shop is not available right now</h1>');
  });

  it('passes on addresses of the length that pages have, and explains why longer ones are rejected', async () => {
    await startShop();
    await startProxy();
    const addressOf = (length: number): string => `/builds?parts=${'1.'.repeat((length - 14) / 2)}`;
    const headers = { accept: 'text/html', cookie: `sid=${'a'.repeat(2_000)}` };
    // The server of this test has no built page.
    expect(await call(addressOf(16_384), { headers })).toMatchObject({
      status: 503,
      text: expect.stringContaining('not built') as string,
    });
    expect(await call(addressOf(17_000), { headers })).toMatchObject({
      status: 414,
      text: expect.stringContaining('<h1>This address is too long</h1>') as string,
    });
  });
});

it.skipIf(NGINX_MISSING !== undefined)(
  'nginx rejects no socket and no call while its nodes stop and start again one after the other',
  async () => {
    const startNode = (port: number): Promise<TestApp> =>
      startShop({ STOP_DELAY: '0.5' }, { listener: createListener({ port, host: '127.0.0.1' }) });
    const nodes = [await startNode(0), await startNode(0)];
    const hosts = nodes.map(({ url }) => new URL(url));
    proxy = await startNginx(hosts.map(({ host }) => host));
    const sockets: WebSocket[] = [];
    for (const [index, { port }] of hosts.entries()) {
      const stopped = nodes[index]?.stop();
      // These sockets stay open, because nginx takes a node for recovered only once a request to it has ended. A node accepts twenty
      // sockets from one network, so there are fewer.
      for (let turn = 0; turn < 8; turn += 1) sockets.push(await openSocketThroughProxy());
      const calls = await Promise.all(Array.from({ length: 8 }, () => call('/healthz')));
      expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
      await stopped;
      nodes[index] = await startNode(Number(port));
    }
    for (const socket of sockets) socket.close();
    await proxy.stop();
    for (const node of nodes) await node.stop();
  },
);
