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

/** A response that always has the header, whether a route, a direct read or Node itself writes it. */
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

function writeStrictHead<R extends ServerResponse>(
  this: R,
  status: number,
  ...parts: readonly (string | HeaderPart | undefined)[]
): R {
  const reason = parts.find((part) => typeof part === 'string') ?? STATUS_CODES[status];
  const headers = parts.find((part) => typeof part === 'object');
  const all = Array.isArray(headers) ? [...headers, NAME, VALUE] : { ...headers, [NAME]: VALUE };
  if (reason !== undefined) this.statusMessage = reason;
  ServerResponse.prototype.writeHead.call(this, status, all);
  return this;
}

/** After this time a client may try again when the server cannot take its connection. */
const RETRY_AFTER_SECONDS = 5;

/** Rejects a connection on which no response exists, by default without a body, and closes it: nothing else does if the client keeps it open. */
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

/**
 * Answers malformed requests as Node does, with the header if `isHttps`. A request whose headers exceed the limit gets a page, because
 * browsers may send one.
 */
export function rejectBadRequests(server: Server, isHttps: boolean): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const { _httpMessage: response } = stream as { _httpMessage?: ServerResponse | null };
    // After the head of a reply, more bytes would count as its body.
    if (stream.writable && !response?.headersSent) {
      const status = PARSER_STATUSES[error.code ?? ''] ?? 400;
      // No header of the request was read, so the page is in the default language.
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
