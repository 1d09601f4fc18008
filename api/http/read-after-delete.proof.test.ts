import { afterAll, beforeAll, expect, it } from 'vitest';
import { DELETE_CONFIRMATION } from '#contract/http/my-data.ts';
import { startAliceWorld } from '../testing/apps/alice-world.ts';
import type { AliceWorld } from '../testing/apps/alice-world.ts';
import { drawTestImage, signInImageClient } from '../testing/clients/image-client.ts';
import { send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { ALICE, CHAT, ITEM } from '../testing/hostile/every-call.ts';

type Caller = 'alice' | 'seller' | 'administrator' | 'visitor';

/** A read that shows a row: by replying 200 at all, or by a text in its reply. */
interface Read {
  readonly path: string;
  readonly by?: Caller;
  /** Part of the reply that shows the row; undefined where the address itself is not found after the deletion. */
  readonly text?: string;
}

interface Row {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly by: Caller;
  readonly reads: readonly Read[];
}

const REPLY = '7b0f3c1e-5a52-4a0b-9b53-0d4b1d5c6f01';

let alice: AliceWorld;
let identities: Readonly<Record<Caller, Readonly<Record<string, string>>>>;
let secondImage: string;

beforeAll(async () => {
  alice = await startAliceWorld();
  const { app } = alice;
  const images = await signInImageClient(app);
  identities = {
    alice: (await signIn(app, 'alice')).headers,
    seller: (await signIn(app, 'sam')).headers,
    administrator: images.headers,
    visitor: {},
  };
  const [bytes, other] = [await drawTestImage('red'), await drawTestImage('blue')];
  for (const id of ['a', 'b']) await images.uploadToEditor('pc', 9, bytes, id);
  await app.context.products.saveProducts('pc', [
    { id: 1, fields: { title: 'Lamp', main_category: 'Light', category: 'Desk' } },
    { id: 2, fields: { title: 'Fan', main_category: 'Air', category: 'Ceiling' } },
  ]);
  await images.upload('pc', 1, [{ bytes }, { bytes: other }]);
  secondImage = String(((await images.list('pc', 1)) as readonly string[])[1]);
  await images.call('PUT', `/api/admin-chat-replies/${REPLY}`, { name: 'Hello', text: 'Hello {buyer}', version: 0 });
});
afterAll(() => alice.app.stop());

const listRows = (): readonly Row[] => [
  {
    what: 'an image of a description',
    method: 'POST',
    path: '/api/tiptap-delete-image',
    body: { src: '/images/editor/a.webp' },
    by: 'administrator',
    reads: [{ path: '/images/editor/a.webp' }],
  },
  {
    what: 'the images of a description that was never saved',
    method: 'DELETE',
    path: '/api/tiptap-delete-folder/pc/9',
    by: 'administrator',
    reads: [{ path: '/images/editor/b.webp' }],
  },
  {
    what: 'an image of a product',
    method: 'DELETE',
    path: `/api/product-images/pc/1/${secondImage}`,
    by: 'administrator',
    reads: [
      { path: `/api/images/PCProducts/1/${secondImage}` },
      { path: '/images/PCProducts/1/2.webp' },
      { path: '/images/PCProducts/1/preview/2.webp' },
      { path: '/api/product-images/pc/1', text: secondImage },
      { path: '/api/products/1?shop=pc', text: '"imagecount":2' },
      { path: '/api/products?shop=pc', text: '"imagecount":2' },
    ],
  },
  {
    what: 'a product',
    method: 'DELETE',
    path: '/api/delete-product/pc/2',
    by: 'administrator',
    reads: [
      { path: '/api/products/2?shop=pc' },
      { path: '/api/product-images/pc/2' },
      { path: '/api/products?shop=pc', text: '"id":2,' },
      { path: '/api/categories?shop=pc', text: 'Ceiling' },
      { path: '/api/sync/pc/browse', text: 'Fan' },
      { path: '/api/sync/pc/browse?search=fan', text: 'Fan' },
      { path: '/api/sync/pc/overview', text: 'Fan' },
      { path: '/api/export-products?shop=pc', by: 'administrator', text: 'Fan' },
    ],
  },
  {
    what: 'a line of a cart',
    method: 'DELETE',
    path: '/api/cart',
    body: { google_id: ALICE, ...ITEM },
    by: 'alice',
    reads: [
      { path: `/api/cart/${ALICE}`, by: 'alice', text: 'Camera' },
      { path: '/api/sync/account', by: 'alice', text: '"price_seen"' },
    ],
  },
  {
    what: 'an order',
    method: 'DELETE',
    path: `/api/purchase/${alice.world.paymentId}`,
    by: 'alice',
    reads: [
      { path: `/api/my-purchases/${ALICE}`, by: 'alice', text: alice.world.paymentId },
      { path: '/api/sync/account', by: 'alice', text: `"id":"${alice.world.paymentId}"` },
    ],
  },
  {
    what: 'a canned reply',
    method: 'DELETE',
    path: `/api/admin-chat-replies/${REPLY}`,
    by: 'administrator',
    reads: [{ path: '/api/admin-chat-replies', by: 'administrator', text: REPLY }],
  },
  {
    what: 'a session',
    method: 'DELETE',
    path: `/api/sessions/${alice.world.sessionId}`,
    by: 'alice',
    reads: [{ path: '/api/sessions', by: 'alice', text: alice.world.sessionId }],
  },
  {
    what: 'an account',
    method: 'DELETE',
    path: '/api/my-data',
    body: { confirmation: DELETE_CONFIRMATION },
    by: 'alice',
    reads: [
      { path: `/api/chats/${CHAT}/messages`, by: 'seller' },
      { path: `/api/chats/${CHAT}/images/${alice.world.photoName}`, by: 'seller' },
      { path: '/api/sync/chats', by: 'seller', text: CHAT },
      { path: '/api/sync/account', by: 'seller', text: `"id":"${CHAT}"` },
    ],
  },
];

const call = (method: string, path: string, by: Caller, body?: unknown) =>
  send(alice.app.url, path, {
    method,
    headers: { ...identities[by], ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** Sends reads in parallel; returns for each whether it still shows its row. */
const shows = (reads: readonly Read[]): Promise<readonly (readonly [path: string, isShown: boolean])[]> =>
  Promise.all(
    reads.map(async ({ path, by = 'visitor', text }) => {
      const { status, body } = await call('GET', path, by);
      if (status !== 200 && (text !== undefined || status !== 404))
        throw new Error(`${path}: ${status} ${body.toString()}`);
      return [path, status === 200 && body.toString().includes(text ?? '')] as const;
    }),
  );

it('no read right after an acknowledged deletion shows what was deleted', async () => {
  for (const { what, method, path, body, by, reads } of listRows()) {
    // Fills the caches with every reply that they store.
    await shows(reads);
    expect([what, await shows(reads)]).toEqual([what, reads.map((read) => [read.path, true])]);
    const { status } = await call(method, path, by, body);
    expect([what, status]).toEqual([what, status === 200 ? 200 : 204]);
    expect([what, await shows(reads)]).toEqual([what, reads.map((read) => [read.path, false])]);
  }
});
