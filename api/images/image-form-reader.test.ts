import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { ErrorRequestHandler } from 'express';
import { expect, it } from 'vitest';
import { ApiError } from '#contract/http/errors.ts';
import { createImageFormReader } from './image-form-reader.ts';

/** Returns the error of a form whose only file fails to decode with `failure`; `body` replaces the whole form. */
async function errorOf(failure: Error, body?: string): Promise<unknown> {
  const app = express();
  let rejection: unknown;
  const note: ErrorRequestHandler = (error, _request, response, _next) => {
    rejection = error;
    response.status(400).end();
  };
  const reader = createImageFormReader({
    form: { files: 'image', maxFiles: 1 },
    decode: () => Promise.reject(failure),
  });
  app.post('/', reader.readBody, (_request, response) => response.end());
  app.use(note);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const form = new FormData();
    form.append('image', new Blob(['bytes']), '1.webp');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    await fetch(url, { method: 'POST', ...(body === undefined ? { body: form } : { body, headers }) });
    return rejection;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('a server fault is passed on as it is, so that a device retries', async () => {
  const fault = new Error('the disk is gone');
  expect(await errorOf(fault)).toBe(fault);
});

it('a file that is not an image is rejected with its own error', async () => {
  const rejection = new ApiError('unsupported-media-type');
  expect(await errorOf(rejection)).toBe(rejection);
});

it('a form that ends too early is a bad request', async () => {
  const torn = '--x\r\ncontent-disposition: form-data; name="image"; filename="1.webp"\r\n\r\nbytes';
  expect(await errorOf(new Error('not reached'), torn)).toMatchObject({ code: 'bad-request' });
});
