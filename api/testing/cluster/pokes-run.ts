import { setTimeout as delay } from 'node:timers/promises';
import { createAdministrator } from '../clients/administrator.ts';
import { openEventSocket } from '../clients/event-socket.ts';
import type { EventSocket } from '../clients/event-socket.ts';
import type { Cluster, Node } from './cluster.ts';

const SHOP = 'pc';
const LAMP = { title: 'Lamp', main_category: 'Lighting', category: 'Lamps', price: '20', availability: 'YES' } as const;
const ID = 1;
/** After this time a poke counts as lost. */
const LOST_MS = 10_000;

export interface PokesOptions {
  readonly from: Node;
  readonly to: Node;
  readonly sockets: number;
  readonly writes: number;
  readonly everyMs: number;
}

/** Times in ms from the acknowledgement of a write at one node to the poke at a socket of another. */
export interface PokeTimes {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Pokes that did not come. */
  readonly lost: number;
}

/** Writes a product at one node at intervals, and times when each socket at another node is poked about each write. */
export async function timePokes({ context }: Cluster, options: PokesOptions): Promise<PokeTimes> {
  const { from, to, sockets: count, writes, everyMs } = options;
  const administrator = await createAdministrator({ url: from.url, context });
  await context.products.saveProducts(SHOP, [{ id: ID, fields: LAMP }]);
  await context.states.refresh([SHOP]);
  const before = context.states.get(SHOP).seq;
  /** By socket and write: the time of the first poke with the number of that write or of a later one. */
  const heardAt: number[][] = [];
  const sockets: EventSocket[] = [];
  for (let index = 0; index < count; index += 1) {
    const heard: number[] = [];
    heardAt.push(heard);
    const address = `10.1.${index >> 8}.${index & 255}`;
    const socket = await openEventSocket(to.url, { 'x-forwarded-for': address }, ({ event, data }) => {
      if (event !== 'productsChanged') return;
      const atMs = performance.now();
      const newest = (data as { seq: number }).seq - before;
      while (heard.length < newest) heard.push(atMs);
    });
    await socket.settle();
    sockets.push(socket);
  }
  const acknowledgedAt: number[] = [];
  const startMs = performance.now();
  for (let turn = 0; turn < writes; turn += 1) {
    await delay(Math.max(0, startMs + turn * everyMs - performance.now()));
    const reply = await administrator.call('PUT', `/api/edit-product/${SHOP}/${ID}`, { title: `Lamp ${turn}` });
    if (reply.status !== 200) throw new Error(`a write was answered with ${reply.status}`);
    acknowledgedAt.push(performance.now());
  }
  const isComplete = (): boolean => heardAt.every((heard) => heard.length >= writes);
  for (const endMs = performance.now() + LOST_MS; !isComplete() && performance.now() < endMs;) await delay(20);
  for (const { socket } of sockets) socket.close();
  // A frame that comes before the acknowledgement counts as 0 ms.
  const times = heardAt
    .flatMap((heard) => acknowledgedAt.map((atMs, turn) => Math.max(0, (heard[turn] ?? Infinity) - atMs)))
    .toSorted((a, b) => a - b);
  const arrived = times.filter(Number.isFinite);
  const at = (share: number): number => Math.round(arrived[Math.ceil(arrived.length * share) - 1] ?? 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1), lost: times.length - arrived.length };
}
