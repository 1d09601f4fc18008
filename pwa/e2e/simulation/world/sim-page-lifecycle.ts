/**
 * Separates a tab from its environment. While the tab is frozen, everything that would enter or leave it
 * is queued in order. Its timers continue, so that its view of the world is as stale as a frozen tab's can be.
 */
export class SimPageLifecycle {
  isFrozen = false;
  isVisible = true;
  #waiting: (() => void)[] = [];
  readonly #resumeListeners = new Set<() => void>();

  freeze(): void {
    this.isFrozen = true;
  }

  resume(): void {
    this.isFrozen = false;
    for (const run of this.#waiting.splice(0)) run();
    for (const tell of this.#resumeListeners) tell();
  }

  /** Runs a function now, or when the tab resumes. */
  pass(run: () => void): void {
    if (this.isFrozen) this.#waiting.push(run);
    else run();
  }

  /** Performs work for the tab and delivers its result, both only while the tab is not frozen. */
  async through<T>(work: () => Promise<T>): Promise<T> {
    await this.#untilResumed();
    try {
      return await work();
    } finally {
      await this.#untilResumed();
    }
  }

  /** Calls back on each resume until the returned function is called. */
  onResume(tell: () => void): () => void {
    this.#resumeListeners.add(tell);
    return () => void this.#resumeListeners.delete(tell);
  }

  #untilResumed(): Promise<void> {
    return new Promise((resolve) => this.pass(resolve));
  }
}
