import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as cryptoModule from 'node:crypto';
import type * as timersPromisesModule from 'node:timers/promises';
import { install } from '@sinonjs/fake-timers';
import { createRandom } from '#api/testing/random.ts';

const require = createRequire(import.meta.url);
const nodeCrypto = require('node:crypto') as typeof cryptoModule;
const timersPromises = require('node:timers/promises') as typeof timersPromisesModule;
const realSetImmediate = globalThis.setImmediate;

/** A process or tab that can end at any moment, with its timers. */
export interface Lifetime {
  isOver: boolean;
}

/** Controlled time, randomness and threads: a world only advances by its steps. */
export interface SimRuntime {
  /** Time in ms that only `advance` moves. */
  now(): number;
  /** Runs everything that needs no time to pass. */
  settle(): Promise<void>;
  /** Advances the time by ms, event by event. */
  advance(ms: number): Promise<void>;
  /** Advances the time by ms at once, as for sleeping computers: timers that were due in between fire once, at its end. */
  jump(ms: number): Promise<void>;
  /** Advances the time until work is done, and returns its result. */
  finish<T>(work: Promise<T>): Promise<T>;
  /** Waits for work that usually needs no time, as `await` does; if nothing else happens before it is done, time passes. */
  patiently<T>(work: Promise<T>): Promise<T>;
  /** Runs a function whose timers end with the given lifetime; if it is undefined, with the world. */
  live<T>(life: Lifetime | undefined, run: () => T): T;
  /** Restores the process's real time and randomness. */
  release(): void;
}

/** After this many turns of the event loop without an immediate, none comes by itself. */
const QUIET_TURNS = 5;

interface GatedWork {
  readonly done: Promise<unknown>;
  readonly tell: () => void;
}

/**
 * Replaces the clocks, timers and randomness of this process. Immediates stay real because they run in order; work of
 * other threads completes in the order in which it was started.
 */
export function installSimRuntime(seed: number, startMs: number): SimRuntime {
  const lives = new AsyncLocalStorage<Lifetime | undefined>();
  const restores: (() => void)[] = [];
  const replace = (target: object, replacements: object): void => {
    for (const [name, replacement] of Object.entries(replacements)) {
      const before = Object.getOwnPropertyDescriptor(target, name);
      Object.defineProperty(target, name, { value: replacement, configurable: true, writable: true });
      restores.push(() => {
        if (before) Object.defineProperty(target, name, before);
        else Reflect.deleteProperty(target, name);
      });
    }
  };

  const clock = install({
    now: startMs,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  restores.push(() => clock.uninstall());
  const { setTimeout: setFake, setInterval: setFakeInterval } = globalThis;

  let immediates = 0;
  const gated: GatedWork[] = [];

  const setLivingTimeout = (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]): NodeJS.Timeout => {
    const life = lives.getStore();
    return setFake(() => {
      if (!life?.isOver) run(...given);
    }, ms);
  };
  const setLivingInterval = (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]): NodeJS.Timeout => {
    const life = lives.getStore();
    const timer = setFakeInterval(() => {
      if (life?.isOver) clearInterval(timer);
      else run(...given);
    }, ms);
    return timer;
  };
  const countImmediate = (run: (...given: unknown[]) => void, ...given: unknown[]): NodeJS.Immediate => {
    immediates += 1;
    return realSetImmediate(() => {
      immediates -= 1;
      run(...given);
    });
  };
  replace(globalThis, {
    setTimeout: setLivingTimeout,
    setInterval: setLivingInterval,
    setImmediate: countImmediate,
  });
  replace(timersPromises, {
    setImmediate: <T>(value: T) => new Promise<T>((resolve) => void countImmediate(() => resolve(value))),
  });
  replace(AbortSignal, { timeout: (ms: number) => abortAfter(ms) });

  const random = createRandom(seed);
  const fill = <T extends Uint8Array>(bytes: T): T => {
    for (let place = 0; place < bytes.length; place++) bytes[place] = Math.floor(random() * 256);
    return bytes;
  };
  const chance = {
    randomUUID: () => toUuid(fill(new Uint8Array(16))),
    getRandomValues: <T extends ArrayBufferView>(view: T): T => {
      fill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
      return view;
    },
  };
  replace(Math, { random });
  replace(globalThis.crypto, chance);
  replace(nodeCrypto, { randomUUID: chance.randomUUID, randomBytes: (length: number) => fill(Buffer.alloc(length)) });
  replace(globalThis.crypto.subtle, gateAll(globalThis.crypto.subtle, gated));
  syncBuiltinESMExports();

  const turn = (): Promise<void> => new Promise((resolve) => void realSetImmediate(resolve));
  const settle = async (): Promise<void> => {
    for (;;) {
      await turn();
      if (immediates > 0) continue;
      const work = gated.shift();
      if (!work) return;
      await work.done;
      work.tell();
    }
  };

  const finish = async <T>(work: Promise<T>): Promise<T> => {
    const state = { isDone: false };
    const settled = work.finally(() => (state.isDone = true));
    settled.catch(() => undefined);
    for (await settle(); !state.isDone; await settle()) clock.next();
    return settled;
  };
  /** Resolves once nothing more happens without `settle` or the passing of time. */
  const quiet = async (): Promise<undefined> => {
    for (let turns = 0; turns < QUIET_TURNS; turns = immediates > 0 ? 0 : turns + 1) await turn();
    return undefined;
  };

  return {
    now: () => clock.now,
    settle,
    finish,
    async patiently(work) {
      const done = work.then((value) => ({ value }));
      return ((await Promise.race([done, quiet()])) ?? (await finish(done))).value;
    },
    async advance(ms) {
      await settle();
      const endMs = clock.now + ms;
      // Without this timer the clock would skip past the next event.
      setFake(() => undefined, ms);
      while (clock.now < endMs) {
        clock.next();
        await settle();
      }
    },
    async jump(ms) {
      await settle();
      clock.jump(ms);
      await settle();
    },
    live: (life, run) => lives.run(life, run),
    release() {
      for (const restore of restores.toReversed()) restore();
      syncBuiltinESMExports();
    },
  };
}

function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('The operation took too long', 'TimeoutError')), ms);
  return controller.signal;
}

function toUuid(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Wraps the methods of WebCrypto, which run on other threads, so that results arrive when the world asks for them. */
function gateAll(subtle: SubtleCrypto, gated: GatedWork[]): Record<string, unknown> {
  const names = ['digest', 'sign', 'verify', 'importKey'] as const;
  return Object.fromEntries(
    names.map((name) => {
      const begin = subtle[name] as (...given: unknown[]) => Promise<unknown>;
      const beginGated = (...given: unknown[]): Promise<unknown> =>
        new Promise((resolve, reject) => {
          let tell = (): void => undefined;
          const done = Reflect.apply(begin, subtle, given).then(
            (result) => (tell = () => resolve(result)),
            (error: unknown) => (tell = () => reject(error as Error)),
          );
          gated.push({ done, tell: () => tell() });
        });
      return [name, beginGated];
    }),
  );
}
