import { describe, expect, it } from 'vitest';
import { ForeignReplyError } from '#contract/http/codec.ts';
import { getManifest } from '#contract/http/catalog.ts';
import { uploadChatPhoto } from '#contract/http/chats.ts';
import { getHealth } from '#contract/http/health.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { createApiClient, UnreachableError, NewerServerError } from './api-client.ts';
import type { ApiClient } from './api-client.ts';

/** Creates a client of a server that has a protocol version and answers every call with the same body. */
const clientOf = (version: number | undefined, body: unknown): ApiClient =>
  createApiClient('http://shop', async () =>
    Response.json(body, { headers: version === undefined ? {} : { [PROTOCOL_HEADER]: String(version) } }),
  );

describe('[CAT18] a reply that cannot be read', () => {
  const LATER = { in: 'a later shape' };
  const calls: readonly ((client: ApiClient) => Promise<unknown>)[] = [
    (client) => client.call(getManifest, { params: { shop: 'pc' } }),
    (client) => client.fetchBlock('a'.repeat(64)),
    (client) => client.fetchImage('/images/1.webp'),
  ];

  it('of a newer server is recognized as one', async () => {
    for (const call of calls)
      await expect(call(clientOf(PROTOCOL_VERSION + 1, LATER))).rejects.toThrow(NewerServerError);
  });

  it.each([PROTOCOL_VERSION, PROTOCOL_VERSION - 1, undefined])('of version %s is foreign', async (version) => {
    for (const call of calls) await expect(call(clientOf(version, LATER))).rejects.toThrow(ForeignReplyError);
  });

  it('is not assumed from a newer server whose reply has the known shape', async () => {
    const reply = await clientOf(PROTOCOL_VERSION + 1, { status: 'ok' }).call(getHealth, {});
    expect(reply).toEqual({ status: 'ok' });
  });
});

it('a call whose signal is aborted already is not sent', async () => {
  let sent = 0;
  const client = createApiClient('http://shop', async () => {
    sent += 1;
    return Response.json({ status: 'ok' });
  });
  const reason = new Error('the tab was closed');
  const options = { signal: AbortSignal.abort(reason) };
  const photo = { field: 'image', content: new Blob(['photo']) };
  await expect(client.upload(uploadChatPhoto, { params: { chatId: 'u.1' } }, photo, options)).rejects.toBe(reason);
  await expect(client.call(getHealth, {}, options)).rejects.toBe(reason);
  expect(sent).toBe(0);
});

it.each([502, 503, 504])('a proxy’s page with status %s means that the server is unreachable', async (status) => {
  const headers = { 'content-type': 'text/html' };
  const client = createApiClient('http://shop', async () => new Response('<h1>Bad gateway</h1>', { status, headers }));
  await expect(client.call(getHealth, {})).rejects.toThrow(UnreachableError);
  await expect(client.fetchBlock('a'.repeat(64))).rejects.toThrow(UnreachableError);
});

it('[PULL6] a 304 stands for the reply that the caller has, and is foreign if it has none', async () => {
  const client = createApiClient('http://shop', async () => new Response(null, { status: 304 }));
  expect(await client.call(getHealth, {}, { known: { status: 'ok' } })).toEqual({ status: 'ok' });
  await expect(client.call(getHealth, {})).rejects.toThrow(ForeignReplyError);
});
