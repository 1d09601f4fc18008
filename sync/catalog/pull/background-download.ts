import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import { downloadBlocks } from './download-blocks.ts';
import type { OnBlock } from './download-blocks.ts';
import type { ShopRecord } from '../store/catalog-store.ts';
import type { PullContext } from './pull-context.ts';

/** Fetches blocks of the stored snapshot while the pull fetches changes. Only blocks are written here; the pull writes the record. */
export class BackgroundDownload {
  readonly #stopped = new AbortController();
  readonly #ended: Promise<{ readonly error?: unknown }>;
  readonly #arrived = { cards: Promise.withResolvers<void>(), column: Promise.withResolvers<void>() };
  #hasNewCards = false;
  /** Columns by hash, until the pull takes them. */
  readonly #columns = new Map<string, ArrayBuffer>();

  /** @param base the stored record whose snapshot the blocks belong to */
  constructor(entries: readonly NamedBlock[], context: PullContext, base: ShopRecord) {
    const signal = AbortSignal.any([context.signal, this.#stopped.signal]);
    const download = async (): Promise<void> => {
      await context.whenIdle();
      const onBlock: OnBlock = ({ kind, hash }, bytes) => {
        this.#hasNewCards ||= kind === 'cards';
        if (kind === 'column') this.#columns.set(hash, bytes);
      };
      const onAll = (kind: 'cards' | 'column'): void => this.#arrived[kind].resolve();
      await downloadBlocks(entries, { ...context, signal }, base, { onBlock, onAll });
    };
    // A failure is reported by `finish`; until then it must not be an unhandled rejection.
    this.#ended = download().then(
      () => ({}),
      (error: unknown) => ({ error }),
    );
  }

  /** Waits until all cards have arrived, or the download has ended. Returns whether any have been stored since the last call. */
  async takeCards(): Promise<boolean> {
    await Promise.race([this.#arrived.cards.promise, this.#ended]);
    const hasNewCards = this.#hasNewCards;
    this.#hasNewCards = false;
    return hasNewCards;
  }

  /** Waits until all columns have arrived, or the download has ended. Returns the columns that have arrived since the last call. */
  async takeColumns(): Promise<ReadonlyMap<string, ArrayBuffer>> {
    await Promise.race([this.#arrived.column.promise, this.#ended]);
    const taken = new Map(this.#columns);
    this.#columns.clear();
    return taken;
  }

  /** Waits for the end. @throws as `downloadBlocks` */
  async finish(): Promise<void> {
    const end = await this.#ended;
    if ('error' in end) throw end.error;
  }

  /** Ends the download; blocks that have arrived stay stored. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error('the download was stopped'));
    await this.#ended;
  }
}
