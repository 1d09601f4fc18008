import sharp from 'sharp';
import { uploadPhotos } from '../clients/chat-client.ts';
import { ALICE, CHAT, ITEM, PASSWORD, createSubscription } from '../hostile/every-call.ts';
import type { World } from '../hostile/every-call.ts';
import { CONSOLE } from '../../identity/administrators/actor.ts';
import { createBuyer, purchaseOf, startOrderApp } from './order-app.ts';
import type { SessionEntry } from '#contract/http/session.ts';
import { json, send } from '../clients/send.ts';
import { createTestCredential, signIn } from '../clients/sign-in.ts';
import type { TestApp } from './test-app.ts';

/** A server with a signed-in user, Alice, who has an order, a cart, a chat and a photo. */
export interface AliceWorld {
  readonly app: TestApp;
  readonly headers: { readonly cookie: string };
  readonly world: World;
  /** Reads all of Alice's rows. */
  readAlice(): Promise<unknown>;
  /** Counts the rows of each table but `COPIES`, once the push messages of earlier calls are stored. */
  countRows(): Promise<Readonly<Record<string, number>>>;
}

/** Tables that follow products and visits by themselves, some seconds after a change. */
const COPIES: ReadonlySet<string> = new Set(['history', 'snapshot_block', 'snapshot_manifest', 'product_view']);

export async function startAliceWorld(): Promise<AliceWorld> {
  const app = await startOrderApp(10, { env: { ADMIN_PASSWORD: PASSWORD } });
  const { headers } = await signIn(app, 'alice');
  const buyer = createBuyer(app.url, ALICE, headers);
  const order = await buyer.buy({ ...purchaseOf(ALICE), country: 'US' });
  await buyer.call('POST', '/api/cart', { google_id: ALICE, ...ITEM, quantity: 2 });
  const pushEndpoint = 'https://push.example/alice';
  await buyer.call('POST', '/api/push/subscriptions', createSubscription(pushEndpoint));
  await buyer.call('POST', '/api/chats', { productId: ITEM.product_id, buyerGoogleId: ALICE });
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#4f7f00' } });
  const { body } = await uploadPhotos(app, { headers }, CHAT, [{ bytes: await image.png().toBuffer() }]);
  await signIn(app, 'alice');
  const { sessions } = json(await send(app.url, '/api/sessions', { headers })) as { sessions: SessionEntry[] };
  await app.server.snapshots.build();
  const added = await app.server.identity.administrators.add(CONSOLE, 'Ada', ['owner']);
  const world: World = {
    paymentId: (json(order)['order'] as { id: string }).id,
    pushEndpoint,
    photoName: String(body['filePath']).split('/').at(-1) ?? '',
    sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '',
    credential: () => createTestCredential(app, 'eve'),
    administratorId: added.id,
    registrationLink: added.link.secret,
  };
  const { reader } = app.context.database;
  // The cast allows one typed query for all tables.
  const names = (await reader.introspection.getTables()).map(({ name }) => name as 'meta');
  const tables = names.filter((name) => !COPIES.has(name));
  return {
    app,
    headers,
    world,
    readAlice: async () => ({
      cart: await reader.selectFrom('cart_line').selectAll().where('sub', '=', ALICE).execute(),
      orders: await reader.selectFrom('purchase').selectAll().where('sub', '=', ALICE).execute(),
      chats: await reader.selectFrom('chat').selectAll().where('buyer_sub', '=', ALICE).execute(),
      photos: await reader.selectFrom('chat_photo').selectAll().where('sub', '=', ALICE).execute(),
      subscriptions: await reader.selectFrom('push_subscription').selectAll().where('sub', '=', ALICE).execute(),
      sessions: await reader.selectFrom('session').selectAll().where('sub', '=', ALICE).execute(),
    }),
    async countRows() {
      await app.server.push.stored();
      const counts: Record<string, number> = {};
      for (const table of tables) {
        const row = await reader
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirst();
        counts[table] = Number(row?.count ?? 0);
      }
      return counts;
    },
  };
}
