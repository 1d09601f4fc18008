import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_MISSING, startPostgresServer } from '../../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../../testing/databases/postgres-server.ts';
import { createRedisServer, REDIS_MISSING } from '../../testing/databases/redis-server.ts';
import { openTcpLine } from '../../testing/network/tcp-line.ts';
import type { TcpLine } from '../../testing/network/tcp-line.ts';
import type { DatabaseSource } from '../database-source.ts';
import type { BusEvent, EventBus } from './event-bus.ts';
import { openEventBus } from './open-event-bus.ts';
import { openPostgresTransport } from '../../nodes/postgres/postgres-transport.ts';

/** A server that carries events, which a test can take away and bring back. */
interface Carrier {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Connects through `line`, if given. */
  open(line?: TcpLine): Promise<EventBus>;
  end(): Promise<void>;
}

const fail = (error: unknown): never => {
  throw error;
};

function createPostgresCarrier(): Carrier {
  let server: PostgresServer | undefined;
  let url = '';
  return {
    async start() {
      if (server) return server.resume();
      server = await startPostgresServer();
      ({ url } = server);
    },
    stop: async () => server?.pause(),
    open: (line) => openEventBus({ engine: 'postgres', url: line?.through(url) ?? url }, undefined, fail),
    end: async () => server?.stop(),
  };
}

async function createRedisCarrier(): Promise<Carrier> {
  const server = await createRedisServer();
  const source: DatabaseSource = { engine: 'sqlite', file: '' };
  return {
    start: () => server.start(),
    stop: () => server.kill(),
    open: (line) => openEventBus(source, { url: line?.through(server.url) ?? server.url, shopKey: 'shop' }, fail),
    end: () => server.kill(),
  };
}

/** What a bus has reported. */
function record(bus: EventBus) {
  const recorded: { events: BusEvent[]; gaps: number } = { events: [], gaps: 0 };
  bus.subscribe((event) => void recorded.events.push(event));
  bus.onGap(() => void (recorded.gaps += 1));
  return recorded;
}

const cartChanged = (seq: number): BusEvent => ({ type: 'cart-changed', sub: 'alice', seq });

describe.each([
  ['PostgreSQL', POSTGRES_MISSING, () => Promise.resolve(createPostgresCarrier())],
  ['Valkey', REDIS_MISSING, createRedisCarrier],
] as const)('the event bus of several nodes by %s', (name, missing, create) => {
  if (missing !== undefined) {
    it.skip(`was not tested with ${name}: ${missing}`);
    return;
  }
  let carrier: Carrier;
  const buses: EventBus[] = [];
  beforeAll(async () => {
    carrier = await create();
    await carrier.start();
  });
  afterAll(() => carrier.end());
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
  });

  const open = async (): Promise<EventBus> => {
    const bus = await carrier.open();
    buses.push(bus);
    return bus;
  };

  /** Opens two buses that receive each other's events. */
  const openTwo = async () => {
    const [one, other] = [await open(), await open()];
    const [here, there] = [record(one), record(other)];
    await expect
      .poll(() => {
        one.tellOthers(cartChanged(0));
        other.tellOthers(cartChanged(0));
        return here.events.length > 0 && there.events.length > 0;
      })
      .toBe(true);
    // Otherwise events still in flight would count as later ones.
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const recorded of [here, there]) Object.assign(recorded, { events: [], gaps: 0 });
    return { one, other, here, there };
  };

  it('brings events to the other node, in order, and to its own listeners once', async () => {
    const { one, here, there } = await openTwo();
    const sent = Array.from({ length: 300 }, (_, index) => cartChanged(index + 1));
    for (const event of sent) {
      one.publish(event);
      if (event.type === 'cart-changed' && event.seq % 7 === 0) await Promise.resolve();
    }
    expect(here.events).toEqual(sent);
    await expect.poll(() => there.events.length).toBe(sent.length);
    expect(there.events).toEqual(sent);
    expect(here.events).toEqual(sent);
  });

  it('does not send events that every node detects itself', async () => {
    const { one, there } = await openTwo();
    one.publish({ type: 'products-changed', shop: 'pc', seq: 1, epoch: 'e' });
    one.publish({ type: 'signed-in', sub: 'alice', sessionId: 's', browser: null, system: null });
    one.publish(cartChanged(1));
    await expect.poll(() => there.events).toEqual([cartChanged(1)]);
  });

  it('reports a gap instead of an event that is too long', async () => {
    const { one, there } = await openTwo();
    const members = Array.from({ length: 500 }, (_, index) => `a member with a long name ${index}`);
    one.publish({ type: 'chat-changed', chatId: 'c', members, seq: 1 });
    await expect.poll(() => there.gaps).toBe(1);
    expect(there.events).toEqual([]);
  });

  it('drops events without the server, and reports a gap when it is back', async () => {
    const { one, here, there } = await openTwo();
    await carrier.stop();
    const startMs = performance.now();
    for (let seq = 1; seq <= 100; seq++) one.publish(cartChanged(seq));
    expect(performance.now() - startMs).toBeLessThan(1_000);
    expect(here.events).toHaveLength(100);
    await expect.poll(() => one.health().isConnected).toBe(false);
    one.publish(cartChanged(1));
    await carrier.start();
    await expect.poll(() => there.gaps).toBeGreaterThan(0);
    await expect
      .poll(() => {
        one.publish(cartChanged(101));
        return there.events.length;
      })
      .toBeGreaterThan(0);
    // Events that arrive late would contradict newer reads.
    expect(there.events.filter((event) => 'seq' in event && event.seq !== 101)).toEqual([]);
  });

  it('opens without the server, and works once the server is there', async () => {
    await carrier.stop();
    const opened = Promise.all([open(), open()]);
    const [one, other] = await opened;
    const there = record(other);
    await carrier.start();
    await expect.poll(() => there.gaps).toBeGreaterThan(0);
    await expect
      .poll(() => {
        one.publish(cartChanged(1));
        return there.events.length;
      })
      .toBeGreaterThan(0);
  });

  /** Waits until two buses receive each other's events. */
  const hearEachOther = async (one: EventBus, other: EventBus): Promise<void> => {
    const [here, there] = [record(one), record(other)];
    await expect
      .poll(
        () => {
          for (const bus of [one, other]) bus.tellOthers(cartChanged(1));
          return here.events.length > 0 && there.events.length > 0;
        },
        { timeout: 15_000 },
      )
      .toBe(true);
  };

  it('[LINE3] notices that packets vanish, also while it connects, and works again', async () => {
    const line = await openTcpLine();
    const [one, other] = await Promise.all([open(), carrier.open(line)]);
    buses.push(other);
    try {
      await hearEachOther(one, other);
      line.freezeAll();
      line.isSilent = true;
      await expect.poll(() => other.health().isConnected).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      line.isSilent = false;
      await hearEachOther(one, other);
    } finally {
      await line.stop();
    }
  });
});

describe.skipIf(POSTGRES_MISSING !== undefined)('the connection to the database for events', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.stop());

  it('ends with its bus, also when the bus is closed before it is connected', async () => {
    const bus = await openEventBus({ engine: 'postgres', url: server.url }, undefined, fail);
    await bus.close();
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const countLines = async (): Promise<number> =>
      (await client.query(`select 1 from pg_stat_activity where backend_type = 'client backend'`)).rows.length - 1;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await countLines()).toBe(0);
    await client.end();
  });

  it('is given up when its bus is closed before the server answers', async () => {
    const silent = createServer();
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const connected = once(silent, 'connection') as Promise<[Socket]>;
    const bus = await openEventBus({ engine: 'postgres', url: `postgres://a@127.0.0.1:${port}/b` }, undefined, fail);
    const [socket] = await connected;
    await bus.close();
    socket.resume();
    await once(socket, 'end', { signal: AbortSignal.timeout(2_000) });
    socket.destroy();
    silent.close();
  });

  it('sends a gap message instead of a queue that is too long, so that other nodes read their cursors', async () => {
    const heard: string[] = [];
    const listening = Promise.withResolvers<void>();
    const transport = openPostgresTransport(server.url, {
      onText: (text) => void heard.push(text),
      onGap: () => listening.resolve(),
    });
    await listening.promise;
    for (let number = 0; number < 1_500; number += 1) transport.send(String(number));
    await expect.poll(() => heard.at(-1)).toBe('1499');
    expect(heard.slice(0, 3)).toEqual(['0', JSON.stringify({ node: '', events: null }), '1002']);
    await transport.close();
  });
});

describe('two shops on one Valkey', () => {
  it('receive no events of each other', async ({ skip }) => {
    if (REDIS_MISSING !== undefined) return skip(REDIS_MISSING);
    const server = await createRedisServer();
    await server.start();
    const open = (shopKey: string) => openEventBus({ engine: 'sqlite', file: '' }, { url: server.url, shopKey }, fail);
    const [node, sibling, stranger] = await Promise.all(['one', 'one', 'other'].map(open));
    const [heard, overheard] = [record(sibling as EventBus), record(stranger as EventBus)];
    await expect
      .poll(() => {
        node?.tellOthers(cartChanged(1));
        return heard.events.length;
      })
      .toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(overheard.events).toEqual([]);
    await Promise.all([node, sibling, stranger].map((bus) => bus?.close()));
    await server.kill();
  });
});
