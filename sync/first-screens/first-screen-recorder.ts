import type { FirstScreen } from '#contract/screens/first-screen.ts';

/** A list shown for less than this, as while a visitor types, is not stored. */
const KEEP_AFTER_MS = 400;

/** Records the answers given to the page and passes them on when requests pause. Answers never wait for it. */
export class FirstScreenRecorder {
  readonly #keep: (screens: readonly FirstScreen[]) => Promise<void>;
  /** The last answer of each kind: a page asks for a list and its categories together. */
  readonly #recorded = new Map<'overview' | 'page', FirstScreen>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(keep: (screens: readonly FirstScreen[]) => Promise<void>) {
    this.#keep = keep;
  }

  record(screen: FirstScreen): void {
    this.#recorded.set(screen.overview ? 'overview' : 'page', screen);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const screens = [...this.#recorded.values()];
      this.#recorded.clear();
      // Without the code nothing is stored: the list itself was answered.
      this.#keep(screens).catch(() => undefined);
    }, KEEP_AFTER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
