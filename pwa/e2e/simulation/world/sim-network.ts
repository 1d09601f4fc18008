import { cookieHeader, storeCookies } from '../../support/cookie-jar.ts';
import type { Cookies } from '../../support/cookie-jar.ts';
import type { Call, Reply } from '#api/testing/clients/in-process-request.ts';
import type { SimServer } from './sim-server.ts';
import { ORIGIN } from './sim-server.ts';
import type { SimRuntime } from './sim-runtime.ts';

/** State of the network. Rates are from 0 to 1. */
export interface NetworkConditions {
  /** Share of calls whose request is lost; the same share of calls loses its reply. */
  lossRate: number;
  /** Share of requests that arrive twice. */
  duplicateRate: number;
  /** Latency in ms: at least `quickestMs` (1 if left out), and up to `slowestMs` more; latencies vary, so calls overtake each other. */
  quickestMs?: number;
  slowestMs: number;
  /** Bandwidth of each link for replies; unlimited if left out. */
  bytesPerSecond?: number;
}

export const HEALTHY_NETWORK: NetworkConditions = { lossRate: 0, duplicateRate: 0, slowestMs: 40 };

/** The link of one device. */
export class NetworkLink {
  /** Whether the device is online as far as it knows; when false, calls fail at once. */
  isUp = true;
  /** `carriesUp`: whether traffic from the device arrives; `carriesDown`: whether traffic to it arrives. */
  carriesUp = true;
  carriesDown = true;
  /** Part of the URL of calls whose replies are lost; undefined for none. */
  cutsRepliesOf: string | undefined;
  /** Replaces replies between server and device; undefined for none. */
  tamper: ((call: Call, reply: Reply) => Reply) | undefined;
  readonly address: string;
  /** World time until which earlier replies use the bandwidth, in ms. */
  busyUntilMs = 0;
  readonly #changes = new Set<() => void>();

  constructor(address: string) {
    this.address = address;
  }

  set(state: Partial<Pick<NetworkLink, 'isUp' | 'carriesUp' | 'carriesDown'>>): void {
    Object.assign(this, state);
    for (const tell of this.#changes) tell();
  }

  /** Calls back on each change until the returned function is called. */
  onChange(tell: () => void): () => void {
    this.#changes.add(tell);
    return () => void this.#changes.delete(tell);
  }
}

/** Counts events of calls by kind. */
export type CountFault = (kind: string) => void;

export interface NetworkOptions {
  readonly still: SimRuntime;
  readonly server: SimServer;
  readonly random: () => number;
  readonly note: (text: string) => void;
  readonly count: CountFault;
}

/** Carries calls between devices and server; loses, duplicates and delays them. */
export class SimNetwork {
  weather: NetworkConditions = HEALTHY_NETWORK;
  readonly options: NetworkOptions;
  /** Time until which the server has asked callers to wait, in ms. */
  waitUntilMs = 0;
  /** Calls without a reply until they are reset. */
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

  /** Returns a random latency, in ms. */
  delayMs(): number {
    const { quickestMs = 1, slowestMs } = this.weather;
    return quickestMs + Math.floor(this.options.random() * slowestMs);
  }

  /** Returns the time in ms until the link has carried a reply, which waits for the replies before it. */
  #transferMs(line: NetworkLink, { body }: Reply): number {
    const { bytesPerSecond } = this.weather;
    const nowMs = this.options.still.now();
    if (bytesPerSecond === undefined) return 0;
    line.busyUntilMs = Math.max(nowMs, line.busyUntilMs) + Math.ceil((body.length / bytesPerSecond) * 1_000);
    return line.busyUntilMs - nowMs;
  }

  /** Fails the calls that will never be answered, as a connection reset does. */
  resetHangingCalls(): void {
    for (const cut of this.#hanging) cut();
  }

  /** Drops replies in flight: replacing the server's data takes longer than any latency. */
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
        // On a network without losses no call may hang: that would be a fault that no step asked for.
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
        setTimeout(
          () => {
            if (!line.isUp) fail('offline');
            else if (life !== this.#life) fail('reset');
            else if (isCut || fate > 1 - this.weather.lossRate) lose('reply lost');
            else if (!line.carriesDown) hang('one-way');
            else end(String(reply.status), () => resolve(reply));
          },
          this.delayMs() + this.#transferMs(line, reply),
        );
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
