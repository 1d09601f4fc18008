import type { Call } from '#api/testing/clients/in-process-request.ts';
import { ORIGIN } from './sim-server.ts';
import type { World } from './world.ts';

/** Pause before the provider repeats an unconfirmed notice, in ms. */
const REPEAT_MS = 2_000;

/** Delivers the provider's notices to the server: late, twice, out of order, and again until confirmed. */
export class NoticeDelivery {
  readonly #world: World;
  readonly #waiting = new Set<Call>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The notices that have not been confirmed. */
  get waiting(): readonly Call[] {
    return [...this.#waiting];
  }

  /** `fetch` of the simulated provider, which enqueues the notice for delivery. */
  readonly fetch: typeof fetch = async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    this.send({
      method: 'POST',
      path: String(input).slice(ORIGIN.length),
      headers,
      body: String(init?.body as string),
    });
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  };

  /** Sends a notice after at least `delayMs`. */
  send(call: Call, delayMs = 0): void {
    const { still, network, random } = this.#world;
    this.#waiting.add(call);
    still.live(undefined, () => {
      if (random() < network.weather.duplicateRate)
        setTimeout(() => void this.#deliver(call), delayMs + REPEAT_MS * random());
      setTimeout(() => void this.#insist(call), delayMs + network.delayMs());
    });
  }

  async #insist(call: Call): Promise<void> {
    const { random, network } = this.#world;
    const isLost = random() < network.weather.lossRate;
    const status = isLost ? undefined : await this.#deliver(call);
    const isAnswerLost = random() < network.weather.lossRate;
    if (status === undefined || status >= 500 || isAnswerLost) {
      this.#world.count('notice told again');
      setTimeout(() => void this.#insist(call), REPEAT_MS);
    } else this.#waiting.delete(call);
  }

  async #deliver(call: Call): Promise<number | undefined> {
    const reply = await this.#world.server.handle(call, '10.9.9.9');
    this.#world.note(`notice ${String(call.body).slice(0, 90)} ${reply?.status}`);
    return reply?.status;
  }
}
