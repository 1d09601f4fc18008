import { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A request as it arrives from the network. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Buffer;
}

/** A connection that captures what is written to it. */
class CapturedOutput extends Duplex {
  readonly remoteAddress: string;
  readonly chunks: Buffer[] = [];

  constructor(address: string) {
    super();
    this.remoteAddress = address;
  }

  override _read(): void {
    // The body is part of the request.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }
}

/** Passes a call to a server as if it came over a connection, and returns the reply. */
export function request(server: Server, call: Call, address: string): Promise<Reply> {
  const connection = new CapturedOutput(address);
  const incoming = new IncomingMessage(connection as unknown as Socket);
  const body = call.body === undefined ? undefined : Buffer.from(call.body);
  const headers = { ...call.headers, ...(body && { 'content-length': String(body.length) }) };
  Object.assign(incoming, {
    method: call.method,
    url: call.path,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    complete: true,
  });
  if (body) incoming.push(body);
  incoming.push(null);
  const response = new ServerResponse(incoming);
  response.assignSocket(connection as unknown as Socket);
  const replied = new Promise<Reply>((resolve) => {
    response.once('finish', () => {
      resolve(readReply(Buffer.concat(connection.chunks)));
      // The server frees what it holds for a call once the connection of the call is closed.
      connection.destroy();
    });
  });
  server.emit('request', incoming, response);
  return replied;
}

/** Parses the bytes of a reply. */
function readReply(bytes: Buffer): Reply {
  const headEnd = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const rest = bytes.subarray(headEnd + 4);
  const body = headers.some(([name]) => name === 'transfer-encoding') ? joinChunks(rest) : rest;
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

/** Joins a chunked body. */
function joinChunks(bytes: Buffer): Buffer {
  const lineEnd = bytes.indexOf('\r\n');
  const length = Number.parseInt(bytes.toString('latin1', 0, lineEnd), 16);
  if (!(length > 0)) return Buffer.alloc(0);
  const start = lineEnd + 2;
  const chunk = bytes.subarray(start, start + length);
  return Buffer.concat([chunk, joinChunks(bytes.subarray(start + length + 2))]);
}
