import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../testing/apps/test-app.ts';
import { POSTGRES_MISSING, startPostgresServer } from '../../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../../testing/databases/postgres-server.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { adviseOnStorage, isOfSettings } from '../../storage/storage-fault.ts';

/** Returns the message with which a server rejects connections until it has recovered. */
function reject(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up'];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.from('E0000');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

describe.skipIf(POSTGRES_MISSING !== undefined)('a database server that is still starting', () => {
  let server: PostgresServer;
  let url: string;
  /** How many connections it rejects before it is ready. */
  let rejections: number;
  const sockets = new Set<Socket>();
  const front = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined);
    if (rejections > 0) {
      rejections -= 1;
      return void near.once('data', () => near.end(reject()));
    }
    const far = connect(Number(new URL(server.url).port), '127.0.0.1');
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  beforeAll(async () => {
    server = await startPostgresServer();
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const address = new URL(server.url);
    address.port = String((front.address() as AddressInfo).port);
    url = address.href;
  });
  afterEach(() => {
    rejections = 0;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => front.close(resolve));
    await server.stop();
  });

  it('is waited for by a node', async () => {
    rejections = 3;
    const app = await startTestApp({ env: { DATABASE_URL: url } });
    expect([rejections, (await fetch(`${app.url}/readyz`)).status]).toEqual([0, 200]);
    await app.stop();
  });

  it('does not count as a wrong setting, even after a long time, or when asked by a command', async () => {
    const source = { engine: 'postgres', url } as const;
    for (const maxWaitMs of [600, 0]) {
      rejections = 100;
      const error: unknown = await openDatabase(source, { maxWaitMs }).catch((fault: unknown) => fault);
      expect(rejections).toBeGreaterThan(90);
      expect(isOfSettings(error, source)).toBe(false);
      expect(adviseOnStorage(error, source)).toMatch(/^The database postgres:\S+ takes no connections: .+\.$/);
    }
  });
});
