import { createServer, request as sendRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** What happens to a call instead of its answer. */
export type NetworkFault =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  /** The connection is closed without an answer. */
  | 'reset'
  /** No answer comes. */
  | 'hang'
  /** Half of the answer comes. */
  | 'cut'
  /** The call is executed, and its answer lost. */
  | 'lost';

/** A proxy before a real server, which damages calls in the order of `faults`. */
export interface FaultProxy {
  readonly url: string;
  /** The next calls meet these, undefined: none; later ones pass. */
  readonly faults: (NetworkFault | undefined)[];
  /** Every call meets this one; undefined: none. */
  always: NetworkFault | undefined;
  /** Changes the bytes that calls send. */
  tamper: ((bytes: Buffer) => Buffer) | undefined;
  /** Method and path of each call. */
  readonly calls: string[];
  stop(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const state: Pick<FaultProxy, 'faults' | 'always' | 'tamper' | 'calls'> = {
    faults: [],
    always: undefined,
    tamper: undefined,
    calls: [],
  };

  const pass = (call: IncomingMessage, response: ServerResponse, fault: 'cut' | 'lost' | undefined): void => {
    // The `host` header stays as the caller sent it: the request's signature covers it.
    const { method, headers } = call;
    const forwarded = sendRequest(new URL(call.url ?? '', target), { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        if (fault === 'lost') return void response.destroy();
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        if (fault === 'cut') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
        else response.end(bytes);
      });
    });
    forwarded.on('error', () => response.destroy());
    const { tamper } = state;
    if (tamper) call.on('data', (part: Buffer) => forwarded.write(tamper(part))).on('end', () => forwarded.end());
    else call.pipe(forwarded);
  };

  const server = createServer((call, response) => {
    state.calls.push(`${call.method} ${call.url}`);
    const fault = state.always ?? state.faults.shift();
    if (fault === undefined || fault === 'cut' || fault === 'lost') return pass(call, response, fault);
    if (fault === 'hang') return;
    if (fault === 'reset') return void call.socket.destroy();
    call.resume().on('end', () => response.writeHead(fault.status, fault.headers).end(fault.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
  });
}
