/** What was written is kept this long after it at the latest. */
const SAVE_DELAY_MS = 150;

/** Keeps a form while it is written, but not every letter by itself, and one after the other. */
export class DraftSaver<Draft> {
  readonly #save: (draft: Draft | null) => Promise<void>;
  readonly #onProblem: (error: unknown) => void;
  /** Undefined: nothing waits. Null: there is nothing any more that is worth being kept. */
  #waiting: Draft | null | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** `save` gets null where a kept form is to be forgotten. What it throws goes to `onProblem`; the next change is kept with it. */
  constructor(save: (draft: Draft | null) => Promise<void>, onProblem: (error: unknown) => void) {
    this.#save = save;
    this.#onProblem = onProblem;
  }

  put(draft: Draft | null): void {
    this.#waiting = draft;
    this.#timer ??= setTimeout(() => void this.flush(), SAVE_DELAY_MS);
  }

  /** Keeps at once what waits; done when it is on the disk, or could not be put there. */
  flush(): Promise<void> {
    const draft = this.#waiting;
    this.#forget();
    if (draft !== undefined) this.#writing = this.#writing.then(() => this.#save(draft)).catch(this.#onProblem);
    return this.#writing;
  }

  /** Forgets what waits; done when nothing is being written any more. */
  drop(): Promise<void> {
    this.#forget();
    return this.#writing;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }
}
