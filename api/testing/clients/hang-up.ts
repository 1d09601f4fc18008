import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { expect } from 'vitest';

/** Connections that are open at a time. */
const AT_ONCE = 200;
/** What Node publishes about each request whose head has arrived at any server of this process. */
const CHANNEL = 'http.server.request.start';

/** Calls a listener with the response to each request that arrives at a port of this process; returns a function that stops this. */
function onArrival(port: number, listener: (response: ServerResponse) => void): () => void {
  const note = (message: unknown): void => {
    const { response } = message as { readonly response: ServerResponse };
    if (response.req.socket.localPort === port) listener(response);
  };
  subscribe(CHANNEL, note);
  return () => void unsubscribe(CHANNEL, note);
}

/** Resolves when the next call has arrived at the server on a port. */
export const nextArrival = (port: number): Promise<void> =>
  new Promise((resolve) => {
    const stopListening = onArrival(port, () => {
      stopListening();
      resolve();
    });
  });

export interface HangUpOptions {
  readonly port: number;
  /** Returns the text of the n-th call, with its head. */
  readonly call: (n: number) => string;
  readonly count: number;
  /** Called each time that all calls of a batch have arrived at the server. */
  readonly onArrived?: () => Promise<void>;
  /** Called each time that the server has noticed the loss of a batch. */
  readonly onGone?: () => void;
}

/** Makes calls on raw connections, `AT_ONCE` at a time, and destroys these connections once all of their calls have arrived. */
export async function hangUp({ port, call, count, onArrived, onGone }: HangUpOptions): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const calls = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) => call(start + index));
    let arrived = 0;
    let gone = 0;
    const stopListening = onArrival(port, (response) => {
      arrived += 1;
      response.once('close', () => (gone += 1));
    });
    const sockets: Socket[] = calls.map((text) => {
      const socket = connect(port, '127.0.0.1', () => void socket.write(text));
      socket.on('error', () => undefined);
      return socket;
    });
    const poll = { interval: 5, timeout: 60_000 };
    await expect.poll(() => arrived, poll).toBe(calls.length);
    await onArrived?.();
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => gone, poll).toBe(calls.length);
    stopListening();
    onGone?.();
  }
}
