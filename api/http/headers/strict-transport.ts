import { ServerResponse, STATUS_CODES } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { renderProblemPage } from '../problem-page.ts';

const NAME = 'strict-transport-security';
/** A year. */
const VALUE = 'max-age=31536000; includeSubDomains';
/** The header as a line. */
const LINE = `${NAME}: ${VALUE}`;

/** Returns whether visitors reach the server over https only; over http the header would lock browsers out of the shop. */
export const requiresHttps = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false;

/** A response with strict transport security, written by a route, a direct read or Node itself. */
export class StrictTransportResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  constructor(...given: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...given);
    // Express replaces the prototype of responses, but not their own members.
    this.writeHead = writeStrictHead;
  }
}

type HeaderPart = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** As the last of Node's forms takes its parts. */
const writeHead: (this: ServerResponse, status: number, reason: string | undefined, headers: HeaderPart) => unknown =
  ServerResponse.prototype.writeHead;

function writeStrictHead<R extends ServerResponse>(
  this: R,
  status: number,
  ...parts: readonly (string | HeaderPart | undefined)[]
): R {
  const reason = parts.find((part) => typeof part === 'string') ?? STATUS_CODES[status];
  const headers = parts.find((part) => typeof part === 'object');
  const all = Array.isArray(headers) ? [...headers, NAME, VALUE] : { ...headers, [NAME]: VALUE };
  writeHead.call(this, status, reason, all);
  return this;
}

/** When a connection may be tried again that a server cannot take at present. */
const RETRY_AFTER_SECONDS = 5;

/** Rejects a connection on which no response exists, by default without a body, and closes it: nothing else would when its client does not. */
export function rejectConnection(stream: Duplex, status: number, isHttps: boolean, page?: string): void {
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close'];
  head.push(`Content-Length: ${Buffer.byteLength(page ?? '')}`);
  if (page !== undefined) head.push('Content-Type: text/html; charset=utf-8', 'X-Content-Type-Options: nosniff');
  if (status === 503) head.push(`Retry-After: ${RETRY_AFTER_SECONDS}`);
  if (isHttps) head.push(LINE);
  stream.end(`${head.join('\r\n')}\r\n\r\n${page ?? ''}`, () => stream.destroy());
}

/** Adds the header to the lines of a reply that a library writes. */
export const addStrictTransport = (lines: string[]): void => void lines.push(LINE);

/** The statuses of errors of Node's parser; any other is a bad request. */
const PARSER_STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers bytes that are no request as Node does, with the header where it is due, and headers beyond the limit, which browsers send, as a page. */
export function rejectBadRequests(server: Server, isHttps: boolean): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const { _httpMessage: response } = stream as { _httpMessage?: ServerResponse | null };
    // Behind the head of a reply, more bytes would count as its body.
    if (stream.writable && !response?.headersSent) {
      const status = PARSER_STATUSES[error.code ?? ''] ?? 400;
      // No header of it was read, so that the language is the default.
      rejectConnection(
        stream,
        status,
        isHttps,
        status === 431 ? renderProblemPage({ headers: {} }, { status }) : undefined,
      );
    }
    stream.destroy();
  });
}
