import { expect, it } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { AccountServer } from '../../testing/account-server.ts';
import type { AdminDevice } from '../../testing/admin-device.ts';
import type { AdminServer } from '../../testing/admin-server.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';
import { pullFigures } from './pull-figures.ts';

let server: AdminServer;
let device: AdminDevice;
useAdminDevices((created) => ({ server, device } = created));

const pull = (atMs: number, olderThanMs = 0) => pullFigures(device.store, device.session, () => atMs, { olderThanMs });

it('[ADM12] figures stay on the device until a logout, even if a pull fails or the server lacks the call', async () => {
  const alice = new AccountServer('alice', server.shop);
  await alice.act({ name: 'startChat', args: { product_id: 1 } });
  await alice.act({
    name: 'sendMessage',
    args: { chat_id: chatIdOf(alice.sub, 1), message_id: 'm', content: 'Is it there?', images: [] },
  });
  expect(await device.data.serverFigures()).toBeUndefined();
  await pull(1_000);
  server.rejection = 'internal';
  await expect(pull(2_000)).rejects.toMatchObject({ code: 'internal' });
  // The answer of a server version that lacks the call.
  server.rejection = 'not-found';
  await pull(3_000);
  expect(await device.data.serverFigures()).toMatchObject({ chats: { total: 1 }, receivedAtMs: 1_000 });
  await device.store.forgetServerData();
  expect(await device.data.serverFigures()).toBeUndefined();
});

it('[ADM12] a background pull fetches figures again if they are old, or if the clock was set back since', async () => {
  await pull(10_000, 5_000);
  await pull(14_000, 5_000);
  expect(server.calls).toHaveLength(1);
  await pull(15_000, 5_000);
  await pull(3_000, 5_000);
  expect(server.calls).toHaveLength(3);
});
