import type { BlockEntry } from '#contract/http/catalog.ts';
import { downloadBlocks } from './download-blocks.ts';
import type { BlockDownloadContext } from './download-blocks.ts';

/** Blocks of the stored snapshot that are fetched beside the pages of changes. What follows from its end is for the pull to write. */
export class BackgroundDownload {
  readonly #stopped = new AbortController();
  readonly #ended: Promise<{ readonly error?: unknown }>;
  #hasStoredCards = false;

  constructor(entries: readonly BlockEntry[], context: BlockDownloadContext) {
    const signal = AbortSignal.any([context.signal, this.#stopped.signal]);
    const download = async (): Promise<void> => {
      await context.whenIdle();
      await downloadBlocks(entries, { ...context, signal }, ({ kind }, _bytes, isStored) => {
        this.#hasStoredCards ||= kind === 'cards' && isStored;
      });
    };
    // A failure is reported by `finish`; until then it must not be an unhandled rejection.
    this.#ended = download().then(
      () => ({}),
      (error: unknown) => ({ error }),
    );
  }

  /** Waits for the end. Returns whether cards were stored, which tabs hold in memory. @throws as `downloadBlocks` */
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
