import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inOnePiece } from './in-one-piece.ts';

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part)).on('error', () => undefined);
  request.on('end', () => response.end(`${request.headers['content-type']} ${Buffer.concat(parts).toString()}`));
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function upload(content: BlobPart): RequestInit {
  const body = new FormData();
  body.append('image', new Blob([content], { type: 'text/plain' }), 'a.txt');
  return { method: 'POST', body };
}

// Vitest fails on an unhandled rejection: if the body were not bytes, one in eight of these calls would leave one.
it('an upload that is aborted at any moment fails its call and nothing else', async () => {
  let failed = 0;
  for (let attempt = 0; attempt < 64; attempt += 1) {
    // The next call writes at once into the connection that this one leaves open.
    await (await fetch(url)).text();
    const stopping = new AbortController();
    const { signal } = stopping;
    const call = inOnePiece({ ...upload(new Uint8Array(40_000)), signal }).then((init) => fetch(url, init));
    const ended = call.then((reply) => reply.text()).catch(() => (failed += 1));
    for (let turn = 0; turn < attempt % 8; turn += 1) await nextTurn();
    stopping.abort();
    await ended;
  }
  expect(failed).toBeGreaterThan(0);
});

it('the server receives the complete form', async () => {
  const reply = await (await fetch(url, await inOnePiece(upload('lime')))).text();
  expect(reply).toMatch(
    /^multipart\/form-data; boundary=(\S+) --\1\r\n.*name="image"; filename="a.txt"\r\n.*text\/plain\r\n\r\nlime\r\n--\1--/s,
  );
});
