/**
 * What stands between one tab and everything around it. While the tab is frozen nothing reaches it and nothing of it gets out: all of that
 * waits, in its order. Its timers go on, so that it is as wrong about the world as a frozen tab can be.
 */
export class SimPageLifecycle {
  isFrozen = false;
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

  /** Runs something now, or when the tab thaws. */
  pass(run: () => void): void {
    if (this.isFrozen) this.#waiting.push(run);
    else run();
  }

  /** Does something that the tab asks for, and lets it know what came of it, both when it is not frozen. */
  async through<T>(work: () => Promise<T>): Promise<T> {
    await this.#untilResumed();
    try {
      return await work();
    } finally {
      await this.#untilResumed();
    }
  }

  /** Calls back at each thaw until the returned function is called. */
  onResume(tell: () => void): () => void {
    this.#resumeListeners.add(tell);
    return () => void this.#resumeListeners.delete(tell);
  }

  #untilResumed(): Promise<void> {
    return new Promise((resolve) => this.pass(resolve));
  }
}
