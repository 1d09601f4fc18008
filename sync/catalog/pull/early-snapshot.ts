import { getManifest } from '#contract/http/catalog.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { SNAPSHOT_FORMAT } from '#contract/blocks/snapshot-format.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ApiClient, CallOptions } from '../../server/api-client.ts';
import { groupBlocks } from './group-blocks.ts';
import { isLater, planBlocks } from './plan-blocks.ts';

/** A tab that does not lead within this time leaves the snapshot to the one that does. */
const MAX_WAIT_MS = 5_000;

type Blocks = Parameters<ApiClient['fetchBlocks']>[0];

export interface EarlySnapshotOptions {
  readonly shop: ShopKey;
  readonly client: ApiClient;
  /** The main category on the screen, whose block is fetched first. */
  readonly openedMainCategory: () => string | null;
  /** Resolves when no visitor waits for an answer: blocks must not compete with it. */
  readonly whenIdle: () => Promise<void>;
}

/**
 * A shop's newest snapshot and its first cards, asked for on a first visit while the code that stores them is loaded. The pull takes over what
 * it would ask for itself; whatever fails here it asks for again.
 */
export class EarlySnapshot {
  readonly #options: EarlySnapshotOptions;
  readonly #stopped = new AbortController();
  readonly #unused = setTimeout(() => this.stop(), MAX_WAIT_MS);
  /** Whether the pull has asked for its first blocks. */
  #isAsked = false;
  #manifest: Promise<Manifest | undefined> | undefined;
  #blocks: { readonly key: string; readonly parts: AsyncIterator<ArrayBuffer>; readonly first: FirstPart } | undefined;

  constructor(options: EarlySnapshotOptions) {
    this.#options = options;
    const manifest = this.#fetch();
    this.#manifest = manifest.catch(() => undefined);
    manifest.then((found) => this.#fetchBlocks(found)).catch(() => undefined);
  }

  /** Returns the manifest, once; undefined after a failure, or when it has been stopped. */
  async takeManifest(): Promise<Manifest | undefined> {
    clearTimeout(this.#unused);
    const manifest = this.#manifest;
    this.#manifest = undefined;
    return manifest;
  }

  /** The client of a pull: the blocks that are on their way are not asked for again. */
  get client(): ApiClient {
    const { client } = this.#options;
    return {
      ...client,
      fetchBlocks: (blocks, options) => this.#takeBlocks(blocks, options) ?? client.fetchBlocks(blocks, options),
    };
  }

  /** Ends what has not been taken. */
  stop(): void {
    clearTimeout(this.#unused);
    this.#manifest = undefined;
    this.#blocks = undefined;
    this.#stopped.abort(new Error('the snapshot is not needed'));
  }

  #fetch(): Promise<Manifest> {
    const { client, shop } = this.#options;
    return client.call(getManifest, { params: { shop } }, { signal: this.#stopped.signal });
  }

  async #fetchBlocks(manifest: Manifest): Promise<void> {
    const { client, openedMainCategory, whenIdle } = this.#options;
    if ((manifest.format ?? 1) > SNAPSHOT_FORMAT) return;
    await whenIdle();
    const needed = planBlocks(manifest, new Set(), openedMainCategory()).filter((block) => !isLater(block));
    const [group = []] = groupBlocks(needed);
    // A lone block is fetched by its name.
    if (group.length < 2 || this.#stopped.signal.aborted) return;
    const blocks = client.fetchBlocks(group, { signal: this.#stopped.signal, priority: 'low' });
    const parts = blocks[Symbol.asyncIterator]();
    // A stream is opened by its first read.
    const first = parts.next();
    first.catch(() => undefined);
    this.#blocks = { key: keyOf(group), parts, first };
  }

  #takeBlocks(blocks: Blocks, { signal }: CallOptions = {}): AsyncIterable<ArrayBuffer> | undefined {
    if (this.#isAsked) return undefined;
    this.#isAsked = true;
    const started = this.#blocks;
    if (started?.key !== keyOf(blocks)) {
      // The device has some of them, or another snapshot is fetched: what is on its way would only take the connection.
      this.stop();
      return undefined;
    }
    signal?.addEventListener('abort', () => this.#stopped.abort(signal.reason), { once: true });
    const again = (): AsyncIterable<ArrayBuffer> =>
      this.#options.client.fetchBlocks(blocks, { signal, priority: 'low' });
    return readOn(started.first, started.parts, again);
  }
}

type FirstPart = Promise<IteratorResult<ArrayBuffer>>;

const keyOf = (blocks: Blocks): string => blocks.map(({ hash }) => hash).join('.');

/** Reads on behind a first part that was asked for before; `again` reads all if that failed. */
async function* readOn(
  first: FirstPart,
  parts: AsyncIterator<ArrayBuffer>,
  again: () => AsyncIterable<ArrayBuffer>,
): AsyncGenerator<ArrayBuffer> {
  const begun = await first.catch(() => undefined);
  if (!begun) return yield* again();
  try {
    for (let part = begun; !part.done; part = await parts.next()) yield part.value;
  } finally {
    await parts.return?.();
  }
}
