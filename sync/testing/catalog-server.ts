import { onTestFinished } from 'vitest';
import { addViews } from '#api/catalog/products/view.repository.ts';
import { DATA_SIZES } from '#api/data-sizes.ts';
import { InProcessApp, ORIGIN } from '#api/testing/apps/in-process-app.ts';
import { getBlocks, getChanges, getManifest } from '#contract/http/catalog.ts';
import type { ChangesPage, Manifest } from '#contract/http/catalog.ts';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import { preferPlanes } from '#contract/blocks/views-block.ts';
import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import { createApiClient } from '../server/api-client.ts';
import type { ApiClient, CallOptions } from '../server/api-client.ts';

const SHOP = 'pc';
/** Few rows a block, so that a test's products make several blocks. */
const CARDS_BLOCK_ROWS = 20;

export interface CatalogServerOptions {
  readonly pageRows?: number;
  /** How long earlier snapshots are kept; at 0, blocks that the current snapshot does not name are no longer served. */
  readonly keptSnapshotMs?: number;
}

/** The real server of one affiliate shop, with faults on the way to it. */
export class CatalogServer {
  /** Waits for one direction of a call, as a network does. */
  delay: () => Promise<void> = async () => undefined;
  /** Called when a request is sent; an error thrown here reaches the caller. */
  onRequest: (request: { readonly path: string; readonly kind?: BlockKind | undefined }) => void = () => undefined;
  /** Returns the category of a product that is saved, by its id. */
  categoryOf: (id: number) => string = () => 'Memory';
  /** Ids of products whose rows arrive unreadable. */
  readonly spoiled = new Set<number>();
  /** Rows in a page of changes. */
  readonly pageRows: number;
  readonly #app: Promise<InProcessApp>;
  #started: InProcessApp | undefined;
  /** Titles to save before the next call, by product id; undefined deletes the product. */
  #planned = new Map<number, string | undefined>();
  #viewed = new Map<number, number>();
  #written: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  readonly #kinds = new Map<string, BlockKind>();

  /** Starts the server for the running test. */
  constructor({ pageRows = 10, ...sizes }: CatalogServerOptions = {}) {
    this.pageRows = pageRows;
    const own = { cardsBlockRows: CARDS_BLOCK_ROWS, changesPerPage: pageRows };
    this.#app = InProcessApp.start({ sizes: { ...DATA_SIZES, ...own, ...sizes } });
    onTestFinished(async () => (await this.#app).end());
  }

  get seq(): number {
    return this.#shop.seq;
  }

  get digest(): number {
    return this.#shop.digest;
  }

  /** All products as `ID title`, in the order of ids. */
  get titles(): string[] {
    const rows = this.#running.rows<{ id: number; title: string }>(
      `select id, title from product where shop = '${SHOP}' order by id`,
    );
    return rows.map(({ id, title }) => `${id} ${title}`);
  }

  /** Saves a product before the next call is answered. */
  save(id: number, title: string): void {
    this.#plan(id, title);
  }

  /** Saves `count` products as `save` does; their titles end with their number. */
  saveAll(count: number, title: string): void {
    for (let n = 1; n <= count; n++) this.save(n * ID_STEP, `${title} ${n}`);
  }

  /** Deletes a product before the next call is answered. */
  delete(id: number): void {
    this.#plan(id, undefined);
  }

  async snapshot(): Promise<void> {
    await this.flush();
    await this.#running.app.server.snapshots.build([SHOP]);
  }

  /** Counts a view of a product before the next call is answered. */
  view(id: number): void {
    this.#viewed.set(id, (this.#viewed.get(id) ?? 0) + 1);
  }

  /** A client whose calls take as long as `delay` says. */
  get client(): ApiClient {
    const real = this.#client;
    const { call } = {
      call: async (...[endpoint, input, options]: Parameters<ApiClient['call']>) => {
        const reply = await this.#carry({ path: endpoint.path }, options, () => real.call(endpoint, input, options));
        if (endpoint === getManifest) this.#noteKinds(reply as Manifest);
        return endpoint === getChanges ? this.#spoil(reply as ChangesPage) : reply;
      },
    };
    const kindOf = (hash = ''): BlockKind | undefined => this.#kinds.get(hash);
    return {
      ...real,
      call: call as ApiClient['call'],
      fetchBlock: (hash, options) =>
        this.#carry({ path: hash, kind: kindOf(hash) }, options, () => real.fetchBlock(hash, options)),
      fetchBlocks: (blocks, options) => this.#carryTogether(real, blocks, options, kindOf(blocks[0]?.hash)),
    };
  }

  /** Resolves once no call is under way and none follows immediately. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 5; quiet++) {
      await new Promise((resolve) => setTimeout(resolve));
      if (this.#underWay > 0) quiet = 0;
    }
  }

  /** Writes the planned saves, deletions and views. */
  async flush(): Promise<void> {
    const [planned, viewed] = [this.#planned, this.#viewed];
    [this.#planned, this.#viewed] = [new Map(), new Map()];
    this.#written = this.#written.then(() => this.#write(planned, viewed));
    await this.#written;
  }

  get #running(): InProcessApp {
    if (!this.#started) throw new Error('The server has not been called yet');
    return this.#started;
  }

  get #shop(): { readonly seq: number; readonly digest: number } {
    const [row] = this.#running.rows<{ seq: number; digest: number }>(
      `select seq, digest from shop where key = '${SHOP}'`,
    );
    return row ?? { seq: 0, digest: 0 };
  }

  get #client(): ApiClient {
    return createApiClient(ORIGIN, async (...call) => (await this.#app).fetch(...call));
  }

  async #write(planned: ReadonlyMap<number, string | undefined>, viewed: ReadonlyMap<number, number>): Promise<void> {
    this.#started = await this.#app;
    const { products, write } = this.#started.context;
    const saved = [...planned].flatMap(([id, title]) =>
      title === undefined ? [] : [{ id, fields: { ...fieldsOf(id, title), category: this.categoryOf(id) } }],
    );
    const deleted = [...planned].flatMap(([id, title]) => (title === undefined ? [id] : []));
    if (saved.length > 0) await products.saveProducts(SHOP, saved);
    if (deleted.length > 0) await products.deleteProducts(SHOP, deleted);
    if (viewed.size > 0) await addViews(write, SHOP, viewed);
  }

  #plan(id: number, title: string | undefined): void {
    this.#planned.delete(id);
    this.#planned.set(id, title);
  }

  #noteKinds(manifest: Manifest): void {
    for (const { hash, kind } of listBlocks(preferPlanes(manifest))) this.#kinds.set(hash, kind);
  }

  #spoil(page: ChangesPage): ChangesPage {
    const products = page.products?.map((row) =>
      this.spoiled.has((row as { id: number }).id) ? { ...(row as object), price: '-5' } : row,
    );
    return { ...page, ...(products && { products }) };
  }

  /** Carries a call to the server and its answer back. */
  async #carry<T>(
    request: { readonly path: string; readonly kind?: BlockKind | undefined },
    { signal }: CallOptions = {},
    answer: () => Promise<T>,
  ): Promise<T> {
    this.onRequest(request);
    this.#underWay += 1;
    try {
      await this.delay();
      signal?.throwIfAborted();
      await this.flush();
      return await answer().finally(this.delay);
    } finally {
      this.#underWay -= 1;
      signal?.throwIfAborted();
    }
  }

  async *#carryTogether(
    real: ApiClient,
    blocks: Parameters<ApiClient['fetchBlocks']>[0],
    options: CallOptions | undefined,
    kind: BlockKind | undefined,
  ): AsyncGenerator<ArrayBuffer> {
    const bodies = await this.#carry({ path: getBlocks.path, kind }, options, async () => {
      const parts: ArrayBuffer[] = [];
      for await (const part of real.fetchBlocks(blocks, options)) parts.push(part);
      return parts;
    });
    for (const body of bodies) {
      await this.delay();
      options?.signal?.throwIfAborted();
      yield body;
    }
  }
}

/** The link of a product, which differs from those of all other products. */
export const linkOf = (id: number, title: string): string => `https://l.example/${id}?q=${encodeURIComponent(title)}`;

/** Distance between two ids, large enough that a details block has few products. */
export const ID_STEP = 512;

const fieldsOf = (id: number, title: string) => ({
  title,
  main_category: 'Components',
  price: '10',
  link: linkOf(id, title),
  description: `<p>${title}</p>`,
});
