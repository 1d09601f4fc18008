/** Options of a `ThrottledSaver`. */
export interface ThrottledSaverOptions<Value> {
  /** A change is saved at most this long after it, even while further changes follow. */
  readonly delayMs: number;
  readonly save: (value: Value) => Promise<void>;
  /** Called when a save fails. That value is not saved again; later changes are saved as usual. */
  readonly onError?: (error: unknown) => void;
}

/** Saves a value that changes often, such as a draft, at intervals instead of at each change. */
export class ThrottledSaver<Value> {
  readonly #delayMs: number;
  readonly #save: (value: Value) => Promise<void>;
  #pending: { readonly value: Value } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saves: Promise<void> = Promise.resolve();

  constructor({ delayMs, save, onError = () => undefined }: ThrottledSaverOptions<Value>) {
    this.#delayMs = delayMs;
    this.#save = (value) => save(value).catch(onError);
  }

  /** Schedules a value to be saved; it replaces one that is still pending. */
  put(value: Value): void {
    this.#pending = { value };
    this.#timer ??= setTimeout(() => void this.flush(), this.#delayMs);
  }

  /** Saves the pending value at once. Resolves when every started save has ended, successfully or not. */
  async flush(): Promise<void> {
    const pending = this.#pending;
    this.#clear();
    if (pending) {
      const [earlier, save] = [this.#saves, this.#save(pending.value)];
      this.#saves = earlier.then(() => save);
    }
    await this.#saves;
  }

  /** Discards the pending value. Resolves when every started save has ended. */
  async drop(): Promise<void> {
    this.#clear();
    await this.#saves;
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = undefined;
  }
}
