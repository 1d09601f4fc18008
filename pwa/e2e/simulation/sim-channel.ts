import type { TabChannel, TabMessage } from '#sync/worker/tab-channel.ts';

/** The channel between the tabs of one device. Messages come a task later, in their order, to tabs that are there then. */
export class SimChannel {
  readonly #receivers = new Map<object, (message: TabMessage) => void>();

  open(tab: object): TabChannel {
    let isClosed = false;
    return {
      send: (message) => {
        if (isClosed) return;
        const copy = structuredClone(message);
        setImmediate(() => {
          for (const [other, receive] of this.#receivers) if (other !== tab) receive(copy);
        });
      },
      receive: (receiver) => void this.#receivers.set(tab, receiver),
      close: () => {
        isClosed = true;
        this.#receivers.delete(tab);
      },
    };
  }
}
