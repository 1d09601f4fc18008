import { getManifest } from '#contract/http/catalog.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { preferPlanes } from '#contract/blocks/views-block.ts';
import type { OpenedCategory } from '#contract/blocks/list-blocks.ts';
import { SNAPSHOT_FORMAT } from '#contract/blocks/snapshot-format.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ApiClient, CallOptions } from '../../server/api-client.ts';
import { divideBlocks, groupBlocks } from './plan-blocks.ts';

/** Requests that no pull takes within this time are aborted: another tab leads, and fetches the snapshot itself. */
const MAX_WAIT_MS = 5_000;

type Blocks = Parameters<ApiClient['fetchBlocks']>[0];

interface Begun {
  readonly shop: ShopKey;
  readonly ended: AbortController;
  /** Undefined once a pull has taken it. */
  manifest: Promise<Manifest> | undefined;
  blocks?: { readonly key: string; readonly parts: AsyncIterator<ArrayBuffer>; readonly first: FirstPart };
}

/** Asks for a shop's snapshot and first cards while the code that stores them is loaded; a pull takes over the requests in flight. */
export class SnapshotPrefetch {
  readonly #source: ApiClient;
  /** Resolves when no visitor waits for an answer: blocks must not compete with it. */
  readonly #whenIdle: () => Promise<void>;
  #begun: Begun | undefined;
  #unused: ReturnType<typeof setTimeout> | undefined;

  constructor(source: ApiClient, whenIdle: () => Promise<void>) {
    this.#source = source;
    this.#whenIdle = whenIdle;
  }

  /** @param opened the category on the screen, whose cards are fetched first */
  begin(shop: ShopKey, opened: () => OpenedCategory): void {
    this.#end();
    const ended = new AbortController();
    const manifest = this.#source.call(getManifest, { params: { shop } }, { signal: ended.signal, isPrefetched: true });
    const begun: Begun = { shop, ended, manifest };
    this.#begun = begun;
    this.#endUnused();
    manifest.then((found) => this.#beginBlocks(begun, found, opened)).catch(() => undefined);
  }

  #end(): undefined {
    clearTimeout(this.#unused);
    this.#begun?.ended.abort(new Error('the snapshot is not needed'));
    this.#begun = undefined;
  }

  #endUnused(): void {
    clearTimeout(this.#unused);
    this.#unused = setTimeout(() => this.#end(), MAX_WAIT_MS);
  }

  async #beginBlocks(begun: Begun, manifest: Manifest, opened: () => OpenedCategory): Promise<void> {
    if ((manifest.format ?? 1) > SNAPSHOT_FORMAT) return;
    await this.#whenIdle();
    const { signal } = begun.ended;
    const { needed } = divideBlocks(preferPlanes(manifest), new Set(), opened());
    const [group = []] = groupBlocks(needed);
    // A single block is left to the pull, which fetches it by its name.
    if (group.length < 2 || signal.aborted) return;
    const parts = this.#source.fetchBlocks(group, { signal, priority: 'low' })[Symbol.asyncIterator]();
    // A stream is opened by its first read.
    const first = parts.next();
    first.catch(() => undefined);
    begun.blocks = { key: keyOf(group), parts, first };
  }

  /** Returns the manifest of a shop, once; undefined after a failure. */
  async takeManifest(shop: ShopKey): Promise<Manifest | undefined> {
    const begun = this.#begun;
    if (!begun?.manifest || begun.shop !== shop) return undefined;
    const { manifest } = begun;
    begun.manifest = undefined;
    // The pull waits for this request as long as for one of its own.
    clearTimeout(this.#unused);
    const found = await manifest.catch(() => undefined);
    if (this.#begun === begun) this.#endUnused();
    return found;
  }

  /** Returns the blocks that a pull which has taken the manifest wants first; undefined if they were not requested. */
  takeBlocks(blocks: Blocks, { signal }: CallOptions = {}): AsyncIterable<ArrayBuffer> | undefined {
    const begun = this.#begun;
    if (!begun || begun.manifest) return undefined;
    // The device has some of them, or another snapshot is fetched: the requests in flight would only occupy the connection.
    if (begun.blocks?.key !== keyOf(blocks)) return this.#end();
    clearTimeout(this.#unused);
    this.#begun = undefined;
    const { first, parts } = begun.blocks;
    signal?.addEventListener('abort', () => begun.ended.abort(signal.reason), { once: true });
    return readOn(first, parts, () => this.#source.fetchBlocks(blocks, { signal, priority: 'low' }));
  }
}

type FirstPart = Promise<IteratorResult<ArrayBuffer>>;

const keyOf = (blocks: Blocks): string => blocks.map(({ hash }) => hash).join('.');

/** Reads all parts, of which the first was requested before; if that failed, `again` reads all. */
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
