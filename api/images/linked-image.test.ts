import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawTestImage, signInImageClient } from '../testing/clients/image-client.ts';
import type { ImageClient } from '../testing/clients/image-client.ts';
import { json } from '../testing/clients/send.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { isPublicAddress } from '../http/caller/public-address.ts';
import { fetchLink, PUBLIC_LINKS } from './linked-image.ts';
import type { LinkRules } from './linked-image.ts';

let site: Server;
let port: number;
let answer: RequestListener;
let heard: string[];
let app: TestApp;
let admin: ImageClient;
let resolved: string[];

/** The tests' site runs on this machine: only its name may resolve to an address of this machine. */
const rules = (): Partial<LinkRules> => ({
  ports: new Set(['', '80', '443', String(port)]),
  isAllowed: (address) => address === '127.0.0.2' || isPublicAddress(address),
  resolve: (hostName) => {
    resolved.push(hostName);
    const address = { 'site.test': '127.0.0.2', 'inside.test': '127.0.0.1' }[hostName];
    if (address === undefined) return Promise.reject(new Error('no such host'));
    return Promise.resolve([{ address, family: 4 }]);
  },
});

// One server and one site for all tests: no call leaves anything behind.
beforeAll(async () => {
  site = createServer((request, response) => {
    heard.push(`${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  // The site listens on all addresses of this machine, so that only the link rules keep rejected links from reaching it.
  await new Promise<void>((resolve) => site.listen(0, '0.0.0.0', resolve));
  ({ port } = site.address() as AddressInfo);
  app = await startTestApp({ images: { linkRules: rules() } });
  admin = await signInImageClient(app);
});
afterAll(async () => {
  await app.stop();
  site.closeAllConnections();
  site.close();
});
beforeEach(() => {
  heard = [];
  resolved = [];
  answer = (_request, response) => response.writeHead(404).end();
});

const ask = (url: string) => admin.call('POST', '/api/image-from-link', { url });
const codeOf = async (url: string): Promise<unknown> => {
  const reply = await ask(url);
  return reply.status === 200 ? 'ok' : json(reply)['code'];
};
const ofSite = (path = '/picture.jpg'): string => `http://site.test:${port}${path}`;

const answerImage: RequestListener = (_request, response) => {
  void drawTestImage('red', 120, 80).then((bytes) => response.end(bytes));
};

describe('a link to an image', () => {
  it('is answered with WebP, ready to be uploaded', async () => {
    answer = (request, response) => {
      expect(request.headers).not.toHaveProperty('cookie');
      expect(request.headers).not.toHaveProperty('authorization');
      answerImage(request, response);
    };
    const reply = await ask(ofSite());
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(await sharp(reply.body).metadata()).toMatchObject({ format: 'webp', width: 120, height: 80 });
  });

  it('may be redirected three times', async () => {
    answer = (request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 0) answerImage(request, response);
      else response.writeHead(302, { location: `/${step - 1}` }).end();
    };
    expect(await codeOf(ofSite('/3'))).toBe('ok');
    expect(await codeOf(ofSite('/4'))).toBe('link-refused');
  });
});

describe('[fault 61] a link into the private network', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://site.test/a.png',
    'gopher://site.test/',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '//site.test/a.png',
    '/images/PCProducts/1/1.webp',
    'http://',
    'no link',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://127.0.0.1:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://[fd00::1]:PORT/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://inside.test:PORT/',
    'http://INSIDE.test:PORT/',
    'http://user:password@site.test:PORT/',
    'http://site.test:22/',
    'http://unknown.test/',
  ])('%s is rejected without a detail', async (link) => {
    answer = answerImage;
    const reply = await ask(link.replace('PORT', String(port)));
    expect([reply.status, json(reply)['code'], json(reply)['detail']]).toEqual([422, 'link-refused', undefined]);
    expect(heard).toEqual([]);
  });

  it('[IMG3] is rejected by the default rules, as are this machine’s own names', async () => {
    for (const link of [`http://localhost/`, 'http://localhost:80/', 'http://127.0.0.1/']) {
      await expect(fetchLink(link, { ...PUBLIC_LINKS, resolve: PUBLIC_LINKS.resolve })).rejects.toMatchObject({
        code: 'link-refused',
      });
    }
    await expect(fetchLink(`http://localhost:${port}/`)).rejects.toMatchObject({ code: 'link-refused' });
    expect(heard).toEqual([]);
  });

  it('is rejected when a redirect leads there', async () => {
    for (const location of [
      `http://127.0.0.1:${port}/inside`,
      `http://inside.test:${port}/inside`,
      'file:///etc/passwd',
      'http://169.254.169.254/',
    ]) {
      answer = (_request, response) => response.writeHead(302, { location }).end();
      expect(await codeOf(ofSite())).toBe('link-refused');
    }
    expect(heard.filter((line) => line.includes('inside'))).toEqual([]);
    answer = (_request, response) => response.writeHead(302, { location: ofSite('/again') }).end();
    expect(await codeOf(ofSite())).toBe('link-refused');
  });

  it('is rejected after DNS rebinding: a name is resolved once for each connection', async () => {
    answer = answerImage;
    const answers = ['127.0.0.2', '127.0.0.1'];
    const rebinding: LinkRules = {
      ...PUBLIC_LINKS,
      ...rules(),
      resolve: (hostName) => {
        resolved.push(hostName);
        return Promise.resolve([{ address: answers.shift() ?? '127.0.0.1', family: 4 }]);
      },
    };
    await fetchLink(ofSite(), rebinding);
    expect([resolved, heard.length]).toEqual([['site.test'], 1]);
    await expect(fetchLink(ofSite(), rebinding)).rejects.toMatchObject({ code: 'link-refused' });
    // A name with one private address is rejected.
    const mixed = [
      { address: '127.0.0.2', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    await expect(fetchLink(ofSite(), { ...rebinding, resolve: async () => mixed })).rejects.toMatchObject({
      code: 'link-refused',
    });
    expect(heard).toHaveLength(1);
  });
});

describe('a link without a usable image', () => {
  it('is an unsupported media type when it leads to something other than an image', async () => {
    answer = (_request, response) => response.setHeader('content-type', 'image/png').end('<!doctype html>');
    expect(await codeOf(ofSite())).toBe('unsupported-media-type');
    answer = (_request, response) =>
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>');
    expect(await codeOf(ofSite())).toBe('unsupported-media-type');
  });

  it('is rejected when its site returns an error, fails or never finishes its answer', async () => {
    expect(await codeOf(ofSite())).toBe('link-refused');
    answer = (_request, response) => response.writeHead(500).end();
    expect(await codeOf(ofSite())).toBe('link-refused');
    answer = (request) => request.socket.destroy();
    expect(await codeOf(ofSite())).toBe('link-refused');
    const soon: LinkRules = { ...PUBLIC_LINKS, ...rules(), timeoutMs: 300 };
    answer = () => undefined;
    await expect(fetchLink(ofSite(), soon)).rejects.toMatchObject({ code: 'link-refused' });
    answer = (_request, response) => void response.writeHead(200).write('x');
    await expect(fetchLink(ofSite(), soon)).rejects.toMatchObject({ code: 'link-refused' });
  });

  it('is cut off when its file does not end', async () => {
    let sent = 0;
    let isCut = false;
    answer = (_request, response) => {
      response.on('close', () => (isCut = true));
      const part = Buffer.alloc(1_048_576, 0xff);
      const write = (): void => {
        while (!response.destroyed) {
          sent += part.length;
          if (!response.write(part)) return void response.once('drain', write);
        }
      };
      write();
    };
    expect(await codeOf(ofSite())).toBe('too-large');
    await expect.poll(() => isCut).toBe(true);
    expect(sent).toBeLessThan(40 * 1_048_576);
  });

  it('is a bad request when it is missing, not a string or too long', async () => {
    expect((await admin.call('POST', '/api/image-from-link', { url: 7 })).status).toBe(400);
    expect((await admin.call('POST', '/api/image-from-link', {})).status).toBe(400);
    expect((await ask(`http://site.test/${'a'.repeat(2_000)}`)).status).toBe(400);
  });
});
