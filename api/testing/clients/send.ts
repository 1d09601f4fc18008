import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

/** A complete reply. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request as written, without the URL normalization of `fetch`. */
export function send(
  url: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const { method = 'GET', body } = options;
    // Node does not set a content length for DELETE.
    const headers = {
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      ...options.headers,
    };
    const outgoing = httpRequest({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Parses the body of a reply as a JSON object. */
export const json = (reply: Reply): Record<string, unknown> =>
  JSON.parse(reply.body.toString()) as Record<string, unknown>;
