import { SYNC_LOCK } from '#contract/service-worker/background-sync.ts';
import type { LockRequester } from '#sync/tabs/leader.ts';
import type { SimPageLifecycle } from './sim-page-lifecycle.ts';

type Work = (lock: Lock) => Promise<unknown>;

interface Request {
  readonly tab: object;
  readonly name: string;
  readonly grant: () => void;
  readonly fail: (error: DOMException) => void;
}

/** The Web Locks of one device. All locks are exclusive, because the engine uses no others. */
export class SimLocks {
  /** How often a hidden tab has taken a lock away from another tab. */
  stealsOfHiddenTabs = 0;
  readonly #held = new Map<string, Request>();
  #waiting: Request[] = [];

  /** Returns the locks for one tab. */
  forTab(tab: object, lifecycle: SimPageLifecycle): LockRequester {
    const request = (name: string, ...given: [Work] | [LockOptions, Work]): Promise<unknown> => {
      const [options, work] = given.length === 1 ? [{}, given[0]] : given;
      if (options.steal && !lifecycle.isVisible) this.stealsOfHiddenTabs += 1;
      return lifecycle.through(() => this.#request(tab, name, options, (lock) => lifecycle.through(() => work(lock))));
    };
    return { request: request as LockManager['request'] };
  }

  /** Releases the locks and requests of a dead tab. */
  drop(tab: object): void {
    this.#waiting = this.#waiting.filter((request) => request.tab !== tab);
    for (const [name, request] of this.#held) if (request.tab === tab) this.#release(name, request);
  }

  /** Returns whether a tab holds the lock of the leader. */
  isLeader(tab: object): boolean {
    return this.#held.get(SYNC_LOCK)?.tab === tab;
  }

  #request(tab: object, name: string, { signal, steal }: LockOptions, work: Work): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const request: Request = {
        tab,
        name,
        fail: reject,
        grant: () => {
          this.#held.set(name, request);
          void Promise.resolve(work({ name, mode: 'exclusive' }))
            .then(resolve, reject)
            .finally(() => this.#release(name, request));
        },
      };
      if (steal) {
        this.#held.get(name)?.fail(abortError('The lock was stolen'));
        request.grant();
        return;
      }
      this.#waiting.push(request);
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.includes(request)) return;
        this.#waiting = this.#waiting.filter((other) => other !== request);
        reject(abortError('The wait was given up'));
      });
      this.#next(name);
    });
  }

  #release(name: string, request: Request): void {
    if (this.#held.get(name) !== request) return;
    this.#held.delete(name);
    this.#next(name);
  }

  #next(name: string): void {
    if (this.#held.has(name)) return;
    const next = this.#waiting.find((request) => request.name === name);
    if (!next) return;
    this.#waiting = this.#waiting.filter((request) => request !== next);
    next.grant();
  }
}

const abortError = (message: string): DOMException => new DOMException(message, 'AbortError');
