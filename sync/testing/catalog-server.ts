import { toCard } from '#contract/blocks/card.ts';
import { encodeCards } from '#contract/blocks/cards-block.ts';
import { detailsBlockOf, encodeDetailsBlock } from '#contract/blocks/details-block.ts';
import { addDigest, digestCard } from '#contract/blocks/digest.ts';
import { SNAPSHOT_FORMAT } from '#contract/blocks/snapshot-format.ts';
import { ApiError } from '#contract/http/errors.ts';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import { getBlocks, getChanges, getManifest } from '#contract/http/catalog.ts';
import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { BlockEntry, Manifest } from '#contract/http/catalog.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { AffiliateProduct } from '#contract/products/product.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import type { ApiClient, CallOptions } from '../server/api-client.ts';

/** Manifests whose blocks stay served, as on the server. */
const KEPT_MANIFESTS = 3;
/** Products in one cards block. */
const CARDS_BLOCK_ROWS = 20;

/** Shape of the calls that a pull makes. */
interface CallInput {
  readonly query: { readonly epoch: string; readonly since: number; readonly views: number };
}

/** The catalogue calls of one affiliate shop, in memory, with the server's own blocks, feed and retention of old snapshots. */
export class CatalogServer {
  epoch = 'e1';
  /** Rows in a page of changes. */
  pageRows = 10;
  /** Waits for one direction of a call, as a network does. */
  delay: () => Promise<void> = async () => undefined;
  /** Called at each request that arrives; may throw what the caller then gets. */
  onRequest: (request: { readonly path: string; readonly kind?: BlockKind | undefined }) => void = () => undefined;
  /** Products whose rows arrive unreadable. */
  readonly spoiled = new Set<number>();
  readonly products = new Map<number, AffiliateProduct>();
  readonly #tombstones = new Map<number, number>();
  readonly #manifests: Manifest[] = [];
  readonly #blocks = new Map<string, { kind: BlockKind; bytes: ArrayBuffer }>();
  #seq = 0;

  get seq(): number {
    return this.#seq;
  }

  get digest(): number {
    return [...this.products.values()].reduce((sum, product) => addDigest(sum, digestOf(product)), 0);
  }

  /** Titles by id, in the order of ids. */
  get titles(): string[] {
    return [...this.products.values()].toSorted((a, b) => a.id - b.id).map(({ id, title }) => `${id} ${title}`);
  }

  save(id: number, title: string): void {
    this.#seq += 1;
    this.#tombstones.delete(id);
    const texts = { link: linkOf(id, title), placeholder: `p${id}`, description: `<p>${title}</p>` };
    this.products.set(id, sampleAffiliate({ id, title, seq: this.#seq, ...texts }));
  }

  delete(id: number): void {
    if (!this.products.delete(id)) return;
    this.#seq += 1;
    this.#tombstones.set(id, this.#seq);
  }

  /** Builds a snapshot; the blocks that only older ones name are no longer served. */
  async snapshot(): Promise<void> {
    const products = [...this.products.values()];
    const blocks: BlockEntry[] = [];
    const store = async (kind: BlockKind, bytes: ArrayBuffer): Promise<{ hash: string; bytes: number }> => {
      const hash = await sha256(bytes);
      this.#blocks.set(hash, { kind, bytes });
      return { hash, bytes: bytes.byteLength };
    };
    const add = async (kind: BlockEntry['kind'], bytes: ArrayBuffer, more: Partial<BlockEntry>): Promise<void> => {
      blocks.push({ ...(await store(kind, bytes)), kind, rows: 1, ...more });
    };
    const [seq, rows, digest] = [this.#seq, products.length, this.digest];
    const pick = (of: (product: AffiliateProduct) => number): Map<number, AffiliateProduct[]> =>
      Map.groupBy(products, of);
    for (const [, part] of pick(({ id }) => Math.floor(id / ID_STEP / CARDS_BLOCK_ROWS))) {
      const encoded = encodeCards(
        'affiliate',
        part.map((product) => toCard('affiliate', product)),
      );
      const columns: NonNullable<BlockEntry['columns']> = [];
      for (const { name, bytes } of encoded.columns) columns.push({ name, ...(await store('column', bytes.buffer)) });
      await add('cards', encoded.cards.buffer, { columns });
    }
    await add('views', utf8(JSON.stringify({ ids: [], counts: [] })), {});
    for (const [range, part] of pick(({ id }) => detailsBlockOf(id)))
      await add('details', await gzip(encodeDetailsBlock('affiliate', part)), { range });
    this.#manifests.unshift({ format: SNAPSHOT_FORMAT, epoch: this.epoch, seq, viewsSeq: 0, rows, digest, blocks });
    this.#manifests.length = Math.min(this.#manifests.length, KEPT_MANIFESTS);
    const named = new Set(this.#manifests.flatMap((manifest) => listBlocks(manifest).map(({ hash }) => hash)));
    for (const hash of this.#blocks.keys()) if (!named.has(hash)) this.#blocks.delete(hash);
  }

  /** A client whose calls take as long as `delay` says. */
  get client(): ApiClient {
    const unused = (): Promise<never> => Promise.reject(new Error('a pull does not call this'));
    return {
      call: (async (endpoint: Endpoint, input: CallInput, { signal }: CallOptions = {}) =>
        this.#answer(signal, endpoint.path, () =>
          endpoint.reply.parse(this.#read(endpoint, input)),
        )) as ApiClient['call'],
      fetchBlock: (hash, { signal } = {}) => {
        const kind = this.#blocks.get(hash)?.kind;
        return this.#answer(
          signal,
          hash,
          () => {
            const block = this.#blocks.get(hash);
            if (!block) throw new ApiError('not-found');
            return block.bytes.slice();
          },
          kind,
        );
      },
      fetchBlocks: (blocks, { signal } = {}) => this.#answerTogether(blocks, signal),
      upload: unused,
      fetchImage: unused,
    };
  }

  async *#answerTogether(
    blocks: readonly { readonly hash: string }[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ArrayBuffer> {
    const kind = this.#blocks.get(blocks[0]?.hash ?? '')?.kind;
    const bodies = await this.#answer(
      signal,
      getBlocks.path,
      () =>
        blocks.map(({ hash }) => {
          const block = this.#blocks.get(hash);
          if (!block) throw new ApiError('not-found');
          return block.bytes.slice();
        }),
      kind,
    );
    for (const body of bodies) {
      await this.delay();
      signal?.throwIfAborted();
      yield body;
    }
  }

  async #answer<T>(signal: AbortSignal | undefined, path: string, read: () => T, kind?: BlockKind): Promise<T> {
    this.onRequest({ path, kind });
    await this.delay();
    signal?.throwIfAborted();
    const reply = settle(read);
    await this.delay();
    signal?.throwIfAborted();
    return reply();
  }

  #read(endpoint: Endpoint, { query }: CallInput): unknown {
    const [manifest] = this.#manifests;
    if (!manifest) throw new ApiError('not-ready');
    if (endpoint === getManifest) return manifest;
    if (endpoint !== getChanges) throw new Error(`a pull does not call ${endpoint.path}`);
    if (query.epoch !== this.epoch || query.since > this.#seq) return { refetch: true, epoch: this.epoch };
    const changed = [...this.products.values(), ...[...this.#tombstones].map(([id, seq]) => ({ id, seq }))]
      .filter(({ seq }) => seq > query.since)
      .toSorted((a, b) => a.seq - b.seq);
    const page = changed.slice(0, this.pageRows);
    const rows = page.flatMap(({ id }) => this.products.get(id) ?? []);
    const more = page.length < changed.length;
    return {
      epoch: this.epoch,
      seq: more ? (page.at(-1)?.seq ?? 0) : this.#seq,
      more,
      products: rows.map((row) => (this.spoiled.has(row.id) ? { ...row, price: '-5' } : row)),
      digests: rows.map((row) => [row.id, row.seq, digestOf(row)]),
      deleted: page.filter(({ id }) => !this.products.has(id)).map(({ id, seq }) => [id, seq]),
      viewsSeq: 0,
      ...(!more && { count: this.products.size, digest: this.digest }),
      snapshotSeq: manifest.seq,
    };
  }
}

/** The link of a product: no other has the same. */
export const linkOf = (id: number, title: string): string => `https://l.example/${id}?q=${encodeURIComponent(title)}`;

/** Distance of two ids: a details block then has few products. */
export const ID_STEP = 512;

const digestOf = (product: AffiliateProduct): number => digestCard('affiliate', toCard('affiliate', product));

/** Runs a read now and returns its result, or throws its error, later: the answer is of the moment when the request arrived. */
function settle<T>(read: () => T): () => T {
  try {
    const value = read();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

const utf8 = (text: string): ArrayBuffer => new TextEncoder().encode(text).slice().buffer;

const gzip = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
