import type { TabChannel, TabMessage } from '#sync/tabs/tab-channel.ts';
import type { SimPageLifecycle } from './sim-page-lifecycle.ts';

/** The channel between the tabs of one device. Messages arrive in order, one task later, at the tabs open then. */
export class SimChannel {
  readonly #receivers = new Map<object, (message: TabMessage) => void>();

  open(tab: object, lifecycle: SimPageLifecycle): TabChannel {
    let isClosed = false;
    return {
      send: (message) => {
        if (isClosed) return;
        const copy = structuredClone(message);
        const deliver = (): void => {
          for (const [other, receive] of this.#receivers) if (other !== tab) receive(copy);
        };
        lifecycle.pass(() => setImmediate(deliver));
      },
      receive: (receiver) =>
        void this.#receivers.set(tab, (message) => lifecycle.pass(() => isClosed || receiver(message))),
      close: () => {
        isClosed = true;
        this.#receivers.delete(tab);
      },
    };
  }
}
