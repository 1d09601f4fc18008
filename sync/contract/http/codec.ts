import { ApiError, problemSchema } from './errors.ts';
import type { ErrorCode } from './errors.ts';
import type { Endpoint, EndpointInput, EndpointReply } from './endpoint.ts';

/** An HTTP request as plain data; `url` is a path with its query. */
export interface EncodedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The parts of a reply that the codec reads. */
export interface EncodedReply {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** The reply is not our server's: a proxy's page, a captive portal, or truncated. It must be discarded. */
export class ForeignReplyError extends Error {
  /** Whether it is what a captive portal sends: a page in place of data. */
  readonly isPortal: boolean;

  constructor(message: string, { isPortal = false, ...options }: ErrorOptions & { readonly isPortal?: boolean } = {}) {
    super(message, options);
    this.name = 'ForeignReplyError';
    this.isPortal = isPortal;
  }
}

const NETWORK_AUTHENTICATION_REQUIRED = 511;

/** Whether a reply with this status is a captive portal's, given that its body is a page. Failing servers send pages with an error status. */
export const isPortalStatus = (status: number): boolean => status < 400 || status === NETWORK_AUTHENTICATION_REQUIRED;

/** Portals may even claim that their page is JSON, so that its text counts as well. */
const isPortal = ({ status, contentType, text }: EncodedReply): boolean =>
  isPortalStatus(status) && (contentType.startsWith('text/html') || text.trimStart().startsWith('<'));

type Values = Record<string, unknown>;

/** The parts of an endpoint that this file may use: a device's build leaves out most others (`pwa/build/device-contract.ts`). */
type DevicePart = Pick<Endpoint, 'method' | 'path' | 'reply'>;

/** Builds an endpoint's path with parameters and query; undefined members are left out. */
export function toUrl(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
  return search === '' ? filled : `${filled}?${search}`;
}

/** Encodes a call of an endpoint as a request. */
export function encodeRequest<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): EncodedRequest {
  const { method, path }: DevicePart = endpoint;
  const { params, query, body }: { params?: Values; query?: Values; body?: unknown } = input;
  const request = { method, url: toUrl(path, params, query), headers: {} };
  if (body === undefined) return request;
  return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/**
 * Decodes the reply of an endpoint.
 * @throws ApiError when the server rejected the call
 * @throws ForeignReplyError when the reply is not a JSON reply of the endpoint
 */
export function decodeReply<E extends Endpoint>(endpoint: E, reply: EncodedReply): EndpointReply<E> {
  const { path, reply: schema }: DevicePart = endpoint;
  if (reply.status === 204) return undefined as EndpointReply<E>;
  if (!/^application\/(problem\+)?json\b/.test(reply.contentType)) {
    throw new ForeignReplyError(`Expected JSON from ${path}, got ${reply.contentType || 'no content type'}`, {
      isPortal: isPortal(reply),
    });
  }
  const value = parseJson(reply);
  if (reply.status >= 400) throw toApiError(value, reply.status);
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw new ForeignReplyError(`The reply of ${path} is not of its shape: ${parsed.error.issues[0]?.path.join('.')}`);
  }
  return parsed.data as EndpointReply<E>;
}

function parseJson(reply: EncodedReply): unknown {
  try {
    return JSON.parse(reply.text);
  } catch (cause) {
    throw new ForeignReplyError('The reply is not JSON', { cause, isPortal: isPortal(reply) });
  }
}

/** Returns the `error` text of a failed reply that is no problem document (specification, section 7). */
function findErrorText(value: unknown): string | undefined {
  const text = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Converts a problem document to an error, and any other reply, such as a proxy's, to the nearest error by status. */
function toApiError(value: unknown, status: number): ApiError {
  const problem = problemSchema.safeParse(value);
  if (!problem.success) {
    const code = status >= 500 ? 'internal' : status === 429 ? 'too-many-requests' : 'bad-request';
    return new ApiError(code, findErrorText(value), { status });
  }
  // Any status 500 is `internal`, even with a code of a newer server: the call may have had effects.
  const code = status === 500 ? 'internal' : (problem.data.code as ErrorCode);
  return new ApiError(code, problem.data.detail, {
    status,
    text: problem.data.error,
    errors: problem.data.errors,
    retryAfterSeconds: problem.data.retryAfter,
    current: problem.data.current,
  });
}
