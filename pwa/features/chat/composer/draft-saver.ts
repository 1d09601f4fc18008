import type { Draft } from '#sync/account/account-api.ts';

/** What was written is kept this long after it at the latest. */
const SAVE_DELAY_MS = 300;

/** Keeps what is written while it is written, but not every letter by itself. */
export class DraftSaver {
  readonly #save: (draft: Draft) => Promise<void>;
  #waiting: Draft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A `save` that fails is repeated with the next change only. */
  constructor(save: (draft: Draft) => Promise<void>) {
    this.#save = save;
  }

  put(draft: Draft): void {
    this.#waiting = draft;
    this.#timer ??= setTimeout(() => this.flush(), SAVE_DELAY_MS);
  }

  /** Keeps at once what waits: nobody knows whether the page comes back. */
  flush(): void {
    const draft = this.#waiting;
    this.drop();
    if (draft) this.#save(draft).catch(() => undefined);
  }

  /** Forgets what waits: it was sent. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }
}
