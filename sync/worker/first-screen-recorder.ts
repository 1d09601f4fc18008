import type { FirstScreen } from '#contract/first-screen.ts';

/** A list that is shown for less than this, as while a visitor types, is not worth keeping. */
const KEEP_AFTER_MS = 400;

/** Notes what the page was answered and hands it on when nothing was asked for a while. An answer never waits for it. */
export class FirstScreenRecorder {
  readonly #keep: (screens: readonly FirstScreen[]) => Promise<void>;
  /** The last answer of each kind: a list and its categories are asked for together. */
  readonly #noted = new Map<'overview' | 'page', FirstScreen>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(keep: (screens: readonly FirstScreen[]) => Promise<void>) {
    this.#keep = keep;
  }

  note(screen: FirstScreen): void {
    this.#noted.set(screen.overview ? 'overview' : 'page', screen);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const screens = [...this.#noted.values()];
      this.#noted.clear();
      // Code that cannot be had keeps nothing: the list itself was answered.
      this.#keep(screens).catch(() => undefined);
    }, KEEP_AFTER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
