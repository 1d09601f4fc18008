import { Duplex } from 'node:stream';
import { WebSocket as ProgramSocket } from 'ws';
import { cookieHeader } from '../../support/cookie-jar.ts';
import type { Cookies } from '../../support/cookie-jar.ts';
import type { SimPageLifecycle } from './sim-page-lifecycle.ts';
import { ORIGIN } from './sim-server.ts';
import type { NetworkLink, SimNetwork } from './sim-network.ts';

/** One end of a connection; writes go to `carry`. */
class End extends Duplex {
  readonly #carry: (chunk: Buffer | null) => void;

  constructor(carry: (chunk: Buffer | null) => void) {
    super({ allowHalfOpen: false });
    this.#carry = carry;
    // A cut connection needs no error handling.
    this.on('error', () => undefined);
  }

  override _read(): void {
    // Incoming bytes are pushed.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#carry(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.#carry(null);
    done();
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }
}

/** Opens realtime sockets of a device: the real protocol on both ends over an ordered byte stream that may stop. */
export function createConnect(
  network: SimNetwork,
  line: NetworkLink,
  lifecycle: SimPageLifecycle,
  cookies: Cookies,
): (url: string) => WebSocket {
  return (url) => {
    const headers = { origin: ORIGIN, cookie: cookieHeader(cookies) };
    const createConnection = (): Duplex => openConnection(network, line, lifecycle);
    return new ProgramSocket(url, { headers, createConnection } as object) as unknown as WebSocket;
  };
}

/** Opens a connection from a tab to the server; returns the tab's end. */
function openConnection(network: SimNetwork, line: NetworkLink, lifecycle: SimPageLifecycle): Duplex {
  const { server, still } = network.options;
  /** Sends in one direction, in order; holds bytes back while the link does not carry them or the tab is frozen. */
  const createWay = (carries: () => boolean, push: (chunk: Buffer | null) => void) => {
    const held: (Buffer | null)[] = [];
    let readyMs = 0;
    const flush = (): void => {
      while (held.length > 0 && carries()) push(held.shift() ?? null);
    };
    return {
      flush,
      carry: (chunk: Buffer | null): void => {
        readyMs = Math.max(readyMs, still.now() + network.delayMs());
        setTimeout(() => {
          held.push(chunk);
          flush();
        }, readyMs - still.now());
      },
    };
  };
  const cut = (): void => {
    stopWatching();
    stopWaiting();
    still.live(undefined, () => near.destroy());
    server.inside(() => far.destroy());
    far.destroy();
  };
  const up = createWay(
    () => line.carriesUp && !lifecycle.isFrozen,
    (chunk) => server.inside(() => far.push(chunk)),
  );
  const down = createWay(
    () => line.carriesDown && !lifecycle.isFrozen,
    (chunk) => still.live(undefined, () => near.push(chunk)),
  );
  const near = new End((chunk) => up.carry(chunk));
  const far = new End((chunk) => down.carry(chunk));
  const flush = (): void => {
    up.flush();
    down.flush();
  };
  const stopWatching = line.onChange(() => {
    if (!line.isUp) cut();
    flush();
  });
  const stopWaiting = lifecycle.onResume(flush);
  const isServed = server.inside((http) => {
    server.onDeath(cut);
    http.emit('connection', far);
    return true;
  });
  if (!isServed || !line.isUp) setTimeout(cut, network.delayMs());
  return near;
}
