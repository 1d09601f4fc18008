import { setTimeout as delay } from 'node:timers/promises';
import { createAdministrator } from '../clients/administrator.ts';
import type { Administrator } from '../clients/administrator.ts';
import { FeedClient } from '../clients/feed-client.ts';
import { createRandom } from '../random.ts';
import type { Cluster } from './cluster.ts';

const FIELDS = { main_category: 'Lighting', category: 'Lamps', price: '20', availability: 'YES' } as const;
const SHOP = 'pc';
const FIRST_ID = 1_000;
const IDS_PER_WRITER = 100_000;
/** Share of the writes that delete a product. The same share changes a product, and the remaining writes add one. */
const SHARE_OF_CHANGES = 0.3;

export interface FeedOptions {
  readonly writers: number;
  readonly seconds: number;
}

/** Compares what clients of the change feed at each node have with what the writers were told. */
export interface FeedResult {
  readonly writes: number;
  readonly reads: number;
  /** Replies to writers that acknowledged nothing. */
  readonly rejected: readonly string[];
  /** What a client noticed while it read: rows that do not add up to the server's digest, or a cursor that went back. */
  readonly noticed: readonly string[];
  /** Products that a client has in another state than the last acknowledged write left them. */
  readonly missed: readonly string[];
}

/** Lets writers add, change and delete products of their own at all nodes in turn, while at each node a client follows the feed page by page. */
export async function followFeed(cluster: Cluster, { writers, seconds }: FeedOptions): Promise<FeedResult> {
  const endMs = performance.now() + seconds * 1_000;
  /** Titles by id, as writers were told; null: deleted. */
  const told = new Map<number, string | null>();
  const rejected: string[] = [];
  const noticed: string[] = [];
  const [administrators, { epoch }] = [await signInAtNodes(cluster), cluster.context.states];
  let writes = 0;

  const write = async (writer: number): Promise<void> => {
    const random = createRandom(writer + 1);
    const own: number[] = [];
    let next = FIRST_ID + writer * IDS_PER_WRITER;
    for (let turn = 0; performance.now() < endMs; turn += 1) {
      const admin = administrators[(writer + turn) % administrators.length] as Administrator;
      const choice = random();
      const old = choice < 2 * SHARE_OF_CHANGES ? own[Math.floor(random() * own.length)] : undefined;
      const id = old ?? next++;
      const title = `Lamp ${writer}-${turn}`;
      const isDeletion = old !== undefined && choice < SHARE_OF_CHANGES;
      const reply = isDeletion
        ? await admin.call('DELETE', `/api/delete-product/${SHOP}/${id}`)
        : old === undefined
          ? await admin.call('POST', `/api/add-product?shop=${SHOP}`, { ...FIELDS, id, title })
          : await admin.call('PUT', `/api/edit-product/${SHOP}/${id}`, { title });
      if (reply.status >= 300) rejected.push(`${reply.status} ${JSON.stringify(reply.body)}`);
      else {
        writes += 1;
        told.set(id, isDeletion ? null : title);
      }
      if (isDeletion) own.splice(own.indexOf(id), 1);
      else if (old === undefined) own.push(id);
    }
  };
  const clients = cluster.nodes.map(({ url }) => new FeedClient(url, SHOP, epoch));
  const read = async (client: FeedClient): Promise<void> =>
    client.pull(5).catch((error: unknown) => void noticed.push(String(error)));
  const follow = async (client: FeedClient): Promise<void> => {
    while (performance.now() < endMs) await read(client);
  };
  await Promise.all([...clients.map(follow), ...Array.from({ length: writers }, (_, writer) => write(writer))]);
  // The nodes look at the database every 2 s where nothing carries events.
  await delay(3_000);
  await Promise.all(clients.map(read));
  const missed = clients.flatMap(({ products }, node) =>
    [...told]
      .filter(([id, title]) => (products.get(id)?.title ?? null) !== title)
      .map(([id, title]) => `node ${node}: ${id} is ${products.get(id)?.title}, not ${title}`),
  );
  return { writes, reads: clients.reduce((sum, { pages }) => sum + pages, 0), rejected, noticed, missed };
}

const signInAtNodes = ({ nodes, context }: Cluster): Promise<Administrator[]> =>
  Promise.all(nodes.map(({ url }) => createAdministrator({ url, context })));
