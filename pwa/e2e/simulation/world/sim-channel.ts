import type { TabMessage } from '#sync/tabs/tab-channel.ts';
import type { SimPageLifecycle } from './sim-page-lifecycle.ts';

/** One tab's end of a channel. */
interface Channel<Message> {
  send(message: Message): void;
  receive(receiver: (message: Message) => void): void;
  close(): void;
}

/** The channel between the tabs of one device. Messages arrive in order, one task later, at the tabs open then. */
export class SimChannel<Message = TabMessage> {
  readonly #receivers = new Map<object, (message: Message) => void>();

  open(tab: object, lifecycle: SimPageLifecycle): Channel<Message> {
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
