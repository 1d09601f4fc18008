import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import type { LinkRules } from '../../images/linked-image.ts';

/** An image site on this machine. The first part of a path chooses how it misbehaves, such as `refuse`, `stall` or `lie`. */
export interface LyingImageSite {
  /** See {@link siteRules}. */
  readonly rules: Partial<LinkRules>;
  readonly port: number;
  /** How often each path was asked for. */
  readonly asked: ReadonlyMap<string, number>;
  /** The largest number of requests that were open at the same time. */
  mostAtOnce(): number;
  link(path: string): string;
  /** From now on, paths with this prefix answer with images, whatever they did before. */
  heal(prefix: string): void;
  close(): Promise<void>;
}

const HUGE_BYTES = 100_000_000;
const CHUNK = Buffer.alloc(256 * 1_024);

/** Draws a small image, different for each path except those of `/same/…`, which all get the same one. */
async function draw(path: string): Promise<Buffer> {
  const text = path.startsWith('/same/') ? 'same' : path;
  let hash = 7;
  for (const character of text) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  const background = { r: hash & 255, g: (hash >> 8) & 255, b: (hash >> 16) & 255 };
  return sharp({ create: { width: 24, height: 16 + (hash >>> 28), channels: 3, background } })
    .png({ compressionLevel: 1 })
    .withExif({ IFD0: { ImageDescription: text } })
    .toBuffer();
}

/**
 * Rules by which the host name `site.test` leads to a site at this port of this machine, and every other name to an address that is not
 * allowed. `timeoutMs`: how long a link may take.
 */
export const siteRules = (port: number, timeoutMs: number): Partial<LinkRules> => ({
  ports: new Set(['', String(port)]),
  isAllowed: (address) => address === '127.0.0.2',
  resolve: async (hostName) =>
    hostName === 'site.test' ? [{ address: '127.0.0.2', family: 4 }] : [{ address: '10.0.0.7', family: 4 }],
  timeoutMs,
});

/** Starts a site. `timeoutMs`: how long a link to it may take. */
export async function startLyingImageSite(timeoutMs = 30_000): Promise<LyingImageSite> {
  const asked = new Map<string, number>();
  const healed: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.once('close', () => (atOnce -= 1));
    const [, kind = ''] = healed.some((prefix) => path.startsWith(prefix)) ? ['', 'good'] : path.split('/');
    const { port } = server.address() as AddressInfo;
    if (kind === 'refuse') request.socket.destroy();
    else if (kind === 'stall') response.writeHead(200, { 'content-type': 'image/png' }).write('x');
    else if (kind === 'lie') response.writeHead(200, { 'content-type': 'image/png' }).end('<html>Not an image</html>');
    else if (kind === 'empty') response.writeHead(200, { 'content-type': 'image/png' }).end();
    else if (kind === 'gone') response.writeHead(404).end();
    else if (kind === 'loop') response.writeHead(302, { location: path }).end();
    else if (kind === 'inside') response.writeHead(302, { location: `http://127.0.0.1:${port}/good/secret.png` }).end();
    else if (kind === 'huge') {
      response.writeHead(200, { 'content-type': 'image/png' });
      let sent = 0;
      const send = (): void => {
        while (sent < HUGE_BYTES && !response.destroyed) {
          sent += CHUNK.length;
          if (!response.write(CHUNK)) return void response.once('drain', send);
        }
        response.end();
      };
      send();
    } else void draw(path).then((bytes) => response.writeHead(200, { 'content-type': 'text/html' }).end(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    rules: siteRules(port, timeoutMs),
    asked,
    mostAtOnce: () => mostAtOnce,
    link: (path) => `http://site.test:${port}${path}`,
    heal: (prefix) => healed.push(prefix),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
