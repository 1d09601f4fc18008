import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A request, sent with the same bytes each time unless it has several paths. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Paths that are requested instead of `path`, each once: the load ends after the last one. */
  readonly paths?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request over kept-alive connections for `durationMs`; returns the number of complete responses. @throws Error when one is not a 200 */
export async function load(
  url: string,
  request: LoadRequest,
  connections: number,
  durationMs: number,
): Promise<number> {
  const { hostname, port } = new URL(url);
  const host = `${hostname}:${port}`;
  const bytes = toBytes(request, host);
  const { paths } = request;
  const rest = paths?.values();
  const next = (): Buffer | undefined => {
    if (!rest) return bytes;
    const { value: path } = rest.next();
    return path === undefined ? undefined : toBytes({ ...request, path }, host);
  };
  const end = performance.now() + durationMs;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => repeatRequest(connect(Number(port), hostname), next, end)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function toBytes({ method, path, headers, body = '' }: LoadRequest, host: string): Buffer {
  const lines = Object.entries({ host, ...headers, ...(body !== '' && { 'content-length': String(body.length) }) });
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Sends one request after the other on one connection. Reads only the length of responses, so that the client stays cheap. */
function repeatRequest(socket: Socket, next: () => Buffer | undefined, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let missing = 0;
    let head: Buffer = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('error', reject);
    const sendNext = (): void => {
      const request = performance.now() < end ? next() : undefined;
      if (request) socket.write(request);
      else {
        socket.destroy();
        resolve(count);
      }
    };
    socket.on('connect', sendNext);
    socket.on('data', (part: Buffer) => {
      if (missing > 0) missing -= part.length;
      else {
        head = head.length === 0 ? part : Buffer.concat([head, part]);
        const headEnd = head.indexOf(HEAD_END);
        if (headEnd < 0) return;
        const text = head.toString('latin1', 0, headEnd);
        if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text.split('\r\n', 1)[0]));
        const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? Number.NaN);
        missing = length - (head.length - headEnd - HEAD_END.length);
        head = Buffer.alloc(0);
      }
      if (missing > 0) return;
      count += 1;
      sendNext();
    });
  });
}
