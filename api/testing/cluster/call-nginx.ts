import { request } from 'node:https';
import type { Agent } from 'node:https';
import type { RunningProxy } from './proxy.ts';

/** A device gives up a call that has had no answer for this long. */
const CALL_TIMEOUT_MS = 15_000;

export interface NginxCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** A whole reply; a JSON body is parsed as what the caller expects of the endpoint. */
export interface NginxReply<Body> {
  readonly status: number;
  readonly body: Body;
}

/** Calls the shop through nginx. @throws Error when the connection is lost, the reply is cut off or is not JSON, or none comes in time */
export const callNginx = <Body>(
  { securePort }: Pick<RunningProxy, 'securePort'>,
  agent: Agent,
  { method, path, headers, body }: NginxCall,
): Promise<NginxReply<Body>> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port: securePort,
        path,
        method,
        timeout: CALL_TIMEOUT_MS,
        headers: {
          ...headers,
          host: 'shop.example',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('error', reject);
        response.on('end', () => {
          const isJson = response.headers['content-type']?.includes('json') ?? false;
          if (response.complete && isJson) {
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Body });
          } else reject(new Error('the reply was cut off'));
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
