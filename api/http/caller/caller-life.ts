import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '#contract/http/errors.ts';

/** Kinds of resources that are held for callers, counted for the operator. */
export type HeldKind =
  | 'request'
  | 'place'
  | 'connection'
  | 'socket'
  | 'registration'
  | 'upload'
  | 'stream'
  | 'unpacking'
  | 'login'
  | 'build'
  | 'queue';

export const HELD_KINDS: readonly HeldKind[] = [
  'request',
  'place',
  'connection',
  'socket',
  'registration',
  'upload',
  'stream',
  'unpacking',
  'login',
  'build',
  'queue',
];

/** How much of each kind this process holds. */
const held = new Map<HeldKind, number>();

/** Returns how much of a kind is held for callers by this process at present. */
export const countHeld = (kind: HeldKind): number => held.get(kind) ?? 0;

const count = (kind: HeldKind, change: 1 | -1): void => void held.set(kind, countHeld(kind) + change);

/** Thrown when work begins or waits for a caller that has disconnected. The reply reaches nobody, and the log notes it at debug level only. */
export class CallerGoneError extends ApiError {
  constructor() {
    super('not-ready', 'The caller has gone.');
    this.name = 'CallerGoneError';
  }
}

/**
 * The lifetime of a request (until its reply is sent or its connection is lost) or of a connection. Resources for a
 * caller are registered here, so that all are released at its end. None can be registered afterwards: the close event
 * does not repeat.
 */
export class CallerLife {
  #isOver = false;
  readonly #held = new Set<() => void>();
  #controller: AbortController | undefined;

  get isOver(): boolean {
    return this.#isOver;
  }

  /** A signal that is aborted at the end of the life. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isOver) this.#controller.abort(new CallerGoneError());
    return this.#controller.signal;
  }

  /** @throws CallerGoneError when the life is over */
  requirePresent(): void {
    if (this.#isOver) throw new CallerGoneError();
  }

  /**
   * Holds a resource until the end of the life. Returns a function that releases it earlier. `release` must not throw;
   * it runs once in either case. @throws CallerGoneError when the life is over: then `release` never runs
   */
  hold(kind: HeldKind, release: () => void): () => void {
    this.requirePresent();
    const letGo = (): void => {
      if (!this.#held.delete(letGo)) return;
      count(kind, -1);
      release();
    };
    this.#held.add(letGo);
    count(kind, 1);
    return letGo;
  }

  /** Ends the life: lets go of all that is held. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const letGo of this.#held) letGo();
    this.#controller?.abort(new CallerGoneError());
  }
}

/** The life of several callers who wait for the same result: it is over when all of them have gone. */
export class SharedLife extends CallerLife {
  #present = 0;

  /** @throws CallerGoneError when the caller has gone, or when all callers who joined earlier have gone */
  join(life: CallerLife): void {
    this.requirePresent();
    life.hold('build', () => {
      this.#present -= 1;
      if (this.#present === 0) this.end();
    });
    this.#present += 1;
  }
}

const lives = new WeakMap<ServerResponse | Duplex, CallerLife>();

/** Returns the life of the caller who waits for a response, or of a connection; it is over already when that is closed. */
export function lifeOf(caller: ServerResponse | Duplex): CallerLife {
  const known = lives.get(caller);
  if (known) return known;
  const life = new CallerLife();
  lives.set(caller, life);
  if (caller.closed || caller.destroyed) life.end();
  else caller.once('close', () => life.end());
  return life;
}
