import { cookieHeader, storeCookies } from '../../support/cookie-jar.ts';
import type { Cookies } from '../../support/cookie-jar.ts';
import type { Call, Reply } from './in-process-request.ts';
import type { SimServer } from './sim-server.ts';
import { ORIGIN } from './sim-server.ts';
import type { SimRuntime } from './sim-runtime.ts';

/** How bad the network is. Rates are parts of 1. */
export interface NetworkConditions {
  /** How many calls lose their request, and how many their reply. */
  lossRate: number;
  /** How many requests arrive twice. */
  duplicateRate: number;
  /** The longest way in ms; ways differ, so calls overtake each other. */
  slowestMs: number;
}

export const HEALTHY_NETWORK: NetworkConditions = { lossRate: 0, duplicateRate: 0, slowestMs: 40 };

/** The line of one device. */
export class NetworkLink {
  /** Says whether the device knows itself to be offline: calls fail at once. */
  isUp = true;
  /** Whether what the device sends arrives, and what is sent to it. */
  carriesUp = true;
  carriesDown = true;
  /** Calls by a part of their address whose replies are cut, for scenarios. */
  cutsRepliesOf: string | undefined;
  /** What stands between the device and the server, and may answer otherwise, for scenarios. */
  tamper: ((call: Call, reply: Reply) => Reply) | undefined;
  readonly address: string;
  readonly #changes = new Set<() => void>();

  constructor(address: string) {
    this.address = address;
  }

  set(state: Partial<Pick<NetworkLink, 'isUp' | 'carriesUp' | 'carriesDown'>>): void {
    Object.assign(this, state);
    for (const tell of this.#changes) tell();
  }

  /** Calls back at each change until the returned function is called. */
  onChange(tell: () => void): () => void {
    this.#changes.add(tell);
    return () => void this.#changes.delete(tell);
  }
}

/** What happened to calls, by kind. */
export type CountFault = (kind: string) => void;

export interface NetworkOptions {
  readonly still: SimRuntime;
  readonly server: SimServer;
  readonly random: () => number;
  readonly note: (text: string) => void;
  readonly count: CountFault;
}

/** Carries calls between devices and the server, and loses, repeats and delays them. */
export class SimNetwork {
  weather: NetworkConditions = HEALTHY_NETWORK;
  readonly options: NetworkOptions;
  /** Until when the server has asked callers to wait, in ms. */
  waitUntilMs = 0;
  /** Calls that hang until they are cut. */
  readonly #hanging = new Set<() => void>();
  #calls = 0;
  #life = 0;

  constructor(options: NetworkOptions) {
    this.options = options;
  }

  /** `fetch` of a device. */
  createFetch(line: NetworkLink, cookies: Cookies): typeof fetch {
    return async (input, init = {}) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      if (cookies.size > 0) headers['cookie'] = cookieHeader(cookies);
      const body = init.body ?? undefined;
      const call: Call = {
        method: init.method ?? 'GET',
        path: String(input).slice(ORIGIN.length),
        headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin', ...headers },
        body: body === undefined ? undefined : String(body as string),
      };
      const given = await this.#carry(line, call, init.signal ?? undefined);
      const reply = line.tamper?.(call, given) ?? given;
      const isEmpty = reply.status === 204 || reply.status === 304;
      const retryAfter = reply.headers.find(([name]) => name === 'retry-after')?.[1] ?? 0;
      this.waitUntilMs = Math.max(this.waitUntilMs, this.options.still.now() + Number(retryAfter) * 1_000);
      const response = new Response(isEmpty ? null : new Uint8Array(reply.body), reply);
      storeCookies(cookies, response.headers);
      return response;
    };
  }

  /** How long something is on its way now, in ms. */
  delayMs(): number {
    return 1 + Math.floor(this.options.random() * this.weather.slowestMs);
  }

  /** Ends the waiting of calls that nobody will answer, as a connection does that is reset. */
  resetHangingCalls(): void {
    for (const cut of this.#hanging) cut();
  }

  /** The server's data are replaced, which takes longer than any reply is on its way: those that are do not arrive. */
  dropPendingReplies(): void {
    this.#life += 1;
  }

  #carry(line: NetworkLink, call: Call, signal: AbortSignal | undefined): Promise<Reply> {
    const { note, count } = this.options;
    const name = `${line.address} #${++this.#calls} ${call.method} ${call.path.split('?', 1)[0]}`;
    return new Promise((resolve, reject) => {
      let isOver = false;
      const end = (text: string, settle: () => void): void => {
        if (isOver) return;
        isOver = true;
        this.#hanging.delete(cut);
        note(`${name} ${text}`);
        settle();
      };
      const fail = (text: string): void => end(text, () => reject(new TypeError(text)));
      const cut = (): void => fail('cut');
      const hang = (kind: string): void => {
        note(`${name} ${kind}`);
        count(kind);
        this.#hanging.add(cut);
      };
      signal?.addEventListener('abort', () => end('given up', () => reject(signal.reason as Error)), { once: true });
      if (signal?.aborted) return reject(signal.reason as Error);
      if (!line.isUp) return void setTimeout(fail, 1, 'offline');

      const fate = this.options.random();
      const { lossRate, duplicateRate } = this.weather;
      const isSilent = this.options.random() < 0.3;
      const lose = (kind: string): void => {
        // Once the weather is fair again, nothing hangs for longer: that would be a fault of its own.
        if (isSilent && this.weather.lossRate > 0) return hang(kind);
        count(kind);
        fail(kind);
      };
      const bring = async (isCopy: boolean): Promise<void> => {
        const life = this.#life;
        const reply = await this.#arrive(line, call);
        if (isCopy) return;
        if (reply === 'lost') return hang('one-way');
        if (reply === undefined) return void setTimeout(fail, this.delayMs(), 'reset');
        const isCut = line.cutsRepliesOf !== undefined && call.path.includes(line.cutsRepliesOf);
        setTimeout(() => {
          if (!line.isUp) fail('offline');
          else if (life !== this.#life) fail('reset');
          else if (isCut || fate > 1 - this.weather.lossRate) lose('reply lost');
          else if (!line.carriesDown) hang('one-way');
          else end(String(reply.status), () => resolve(reply));
        }, this.delayMs());
      };
      if (fate < lossRate) return void setTimeout(lose, this.delayMs(), 'request lost');
      setTimeout(() => void bring(false), this.delayMs());
      if (this.options.random() >= duplicateRate) return;
      count('request twice');
      setTimeout(() => void bring(true), this.delayMs() + this.delayMs());
    });
  }

  async #arrive(line: NetworkLink, call: Call): Promise<Reply | 'lost' | undefined> {
    if (!line.isUp || !line.carriesUp) return 'lost';
    return this.options.server.handle(call, line.address);
  }
}
