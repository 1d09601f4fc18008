/** Units of a process that wait for others before they may use the database. Counts them; the queues decide who is next. */
export class WaitingUnits {
  /** Times at which they began to wait, the earliest first. */
  readonly #since = new Set<{ readonly sinceMs: number }>();

  /** Counts a unit until the returned function is called. */
  enter(): () => void {
    const entry = { sinceMs: performance.now() };
    this.#since.add(entry);
    return () => void this.#since.delete(entry);
  }

  get count(): number {
    return this.#since.size;
  }

  /** How long the first of the waiting units has waited so far, in ms; 0 when none waits. */
  get longestWaitMs(): number {
    const [first] = this.#since;
    return first ? performance.now() - first.sinceMs : 0;
  }
}
