import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import { downloadBlocks } from './download-blocks.ts';
import type { OnBlock } from './download-blocks.ts';
import type { ShopRecord } from '../store/catalog-store.ts';
import type { PullContext } from './pull-context.ts';

/** Fetches blocks of the stored snapshot while the pull fetches changes. Only blocks are written here; the pull writes the record. */
export class BackgroundDownload {
  readonly #stopped = new AbortController();
  readonly #ended: Promise<{ readonly error?: unknown }>;
  readonly #columnsArrived = Promise.withResolvers<void>();
  /** Columns by hash, until the pull takes them. */
  readonly #columns = new Map<string, ArrayBuffer>();
  #hasStoredCards = false;

  /** @param base the stored record whose snapshot the blocks belong to */
  constructor(entries: readonly NamedBlock[], context: PullContext, base: ShopRecord) {
    const signal = AbortSignal.any([context.signal, this.#stopped.signal]);
    let missingColumns = entries.filter(({ kind }) => kind === 'column').length;
    if (missingColumns === 0) this.#columnsArrived.resolve();
    const download = async (): Promise<void> => {
      await context.whenIdle();
      const onBlock: OnBlock = ({ kind, hash }, bytes) => {
        this.#hasStoredCards ||= kind === 'cards';
        if (kind !== 'column') return;
        this.#columns.set(hash, bytes);
        missingColumns -= 1;
        if (missingColumns === 0) this.#columnsArrived.resolve();
      };
      await downloadBlocks(entries, { ...context, signal }, base, { onBlock });
    };
    // A failure is reported by `finish`; until then it must not be an unhandled rejection.
    this.#ended = download().then(
      () => ({}),
      (error: unknown) => ({ error }),
    );
  }

  /** Waits until all columns have arrived, or the download has ended. Returns the columns that have arrived since the last call. */
  async takeColumns(): Promise<ReadonlyMap<string, ArrayBuffer>> {
    await Promise.race([this.#columnsArrived.promise, this.#ended]);
    const taken = new Map(this.#columns);
    this.#columns.clear();
    return taken;
  }

  /** Waits for the end. Returns whether cards were stored: tabs, which hold cards in memory, must then read them. @throws as `downloadBlocks` */
  async finish(): Promise<boolean> {
    const end = await this.#ended;
    if ('error' in end) throw end.error;
    return this.#hasStoredCards;
  }

  /** Ends the download; blocks that have arrived stay stored. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error('the download was stopped'));
    await this.#ended;
  }
}
