import { expect, it } from 'vitest';
import { AdminDevice } from '../../testing/admin-device.ts';
import { AdminServer } from '../../testing/admin-server.ts';
import { pullFigures } from './pull-figures.ts';

const CHAT = { id: 'demo-alice_1', title: 'Camera', waiting_since: '2026-11-23T00:00:00.000Z', messages: 2 };

function start(): {
  server: AdminServer;
  device: AdminDevice;
  pull: (atMs: number, olderThanMs?: number) => Promise<undefined>;
} {
  const server = new AdminServer();
  server.figures = { chats: { total: 1, rows: [CHAT] }, watched: null, versions: null };
  const device = new AdminDevice(server);
  return {
    server,
    device,
    pull: (atMs, olderThanMs = 0) => pullFigures(device.store, device.session, () => atMs, { olderThanMs }),
  };
}

it('[ADM12] the figures of the server stay on the device, with the time of their arrival', async () => {
  const { server, device, pull } = start();
  expect(await device.data.serverFigures()).toBeUndefined();
  await pull(1_000);
  expect(await device.data.serverFigures()).toEqual({ ...server.figures, receivedAtMs: 1_000 });

  server.rejection = 'internal';
  await expect(pull(2_000)).rejects.toMatchObject({ code: 'internal' });
  expect((await device.data.serverFigures())?.receivedAtMs).toBe(1_000);
});

it('[ADM12] a server without the call leaves the figures as they are', async () => {
  const { server, device, pull } = start();
  await pull(1_000);
  server.rejection = 'not-found';
  await pull(2_000);
  expect((await device.data.serverFigures())?.receivedAtMs).toBe(1_000);
});

it('[ADM12] figures of the background are asked for again when they are old, or of a clock that was set back', async () => {
  const { server, pull } = start();
  await pull(10_000, 5_000);
  await pull(14_000, 5_000);
  expect(server.calls).toHaveLength(1);
  await pull(15_000, 5_000);
  await pull(3_000, 5_000);
  expect(server.calls).toHaveLength(3);
});

it('[ADM12] a logout deletes the figures', async () => {
  const { device, pull } = start();
  await pull(1_000);
  await device.store.forgetServerData();
  expect(await device.data.serverFigures()).toBeUndefined();
});
