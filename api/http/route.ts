import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import express from 'express';
import type { Express, Request, RequestHandler, Response } from 'express';
import { ApiError } from '#contract/http/errors.ts';
import { rateClassOf } from '#contract/http/endpoint.ts';
import type { Endpoint, EndpointCall, EndpointReply } from '#contract/http/endpoint.ts';
import { POSITION_HEADER } from '#contract/http/data-position.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { parseWholeNumber } from '#contract/text/whole-number.ts';
import type { User } from '#contract/account/user.ts';
import type { AccessControl, Admitted } from './access.ts';
import { API_HEADERS } from './headers/api-headers.ts';
import { callerAddressOf, sourceOf } from './caller/call-source.ts';
import type { CallSource } from './caller/call-source.ts';
import { isNestedTooDeeply } from './nesting.ts';
import { compilePath, parseCall } from './parse-call.ts';
import { sendStream } from './caller/send-stream.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Maximum size of a JSON body, for calls that declare no other. */
const MAX_JSON_BYTES = 65_536;

/** How long a body may take to arrive. */
const BODY_TIMEOUT_MS = 30_000;

/** How soon a page that is newer than its server retries. */
const NEWER_CLIENT_RETRY_SECONDS = 30;

/** An endpoint with its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: RequestHandler;
  /** Reads a body that is not JSON, such as a form. */
  readonly readBody?: RequestHandler;
  /** How long the body may take to arrive, if not the usual time; the server's own limit is the upper bound. */
  readonly bodyTimeoutMs?: number;
  /** Finds the name of a caller who has a separate rate limit; undefined for all others, who share that of their network. */
  readonly findRateName?: (request: Request) => Promise<string | undefined>;
}

/** The caller of a handler; the user is always defined for endpoints whose access is `user`. */
export interface Caller extends Admitted {
  readonly address: string;
  /** For security events. */
  readonly source: CallSource;
  readonly request: Request;
  readonly response: Response;
}

const readJson = ({ maxBodyBytes = MAX_JSON_BYTES }: Endpoint): RequestHandler =>
  express.json({ limit: maxBodyBytes, type: 'application/json' });

/** A reply's JSON that is written piece by piece. */
export class JsonPieces {
  readonly pieces: AsyncIterable<string>;
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** Replaces a reply that the caller already has, according to its entity tag. */
export class NotModified {
  readonly tag: string;
  constructor(tag: string) {
    this.tag = tag;
  }
}

type RouteReply<E extends Endpoint> = EndpointReply<E> | Uint8Array | JsonPieces | NotModified;

/**
 * Binds an endpoint of the contract to a handler, which gets the parsed call and returns the reply, or its JSON as bytes or in pieces;
 * undefined becomes a 204, `NotModified` a 304.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: EndpointCall<E>, caller: Caller) => Promise<RouteReply<E>> | EndpointReply<E>,
): Route {
  const readParams = compilePath(endpoint.path);
  return {
    endpoint,
    handler: async (request, response) => {
      const call = parseCall(endpoint, {
        // Not `request.params`, which Express has decoded: `parseCall` decodes these.
        params: readParams(pathOf(request)) ?? {},
        search: searchOf(request),
        body: request.body,
      });
      const { user, administrator, readPosition } = request as Partial<Admitted>;
      if (endpoint.ownId !== undefined) requireOwnId(endpoint.ownId, call, user);
      const source = sourceOf(request);
      const reply = await handle(call, { address: source.address, source, user, administrator, request, response });
      // After the call, so that the position includes what it has changed.
      if (readPosition) response.setHeader(POSITION_HEADER, await readPosition());
      if (reply === undefined) response.writeHead(204, COMMON_HEADERS).end();
      else if (reply instanceof NotModified) response.writeHead(304, ['etag', reply.tag, ...COMMON_HEADERS]).end();
      else if (reply instanceof JsonPieces) await sendPieces(response, reply);
      else sendJson(response, reply);
    },
  };
}

/** Adds routes to the application, each with its rate limit, its access check and, if it has a body, its parser. */
export function bindRoutes(
  app: Express,
  routes: readonly Route[],
  limiter: RateLimiter,
  accessControl: AccessControl,
): void {
  for (const { endpoint, handler, readBody, bodyTimeoutMs = BODY_TIMEOUT_MS, findRateName } of routes) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const before: RequestHandler[] = [limitRate(endpoint, limiter, findRateName)];
    if (endpoint.method !== 'GET') before.push(rejectNewerClients);
    before.push(admit(endpoint, accessControl));
    if (readBody || endpoint.body) before.push(limitBodyTime(bodyTimeoutMs));
    if (readBody) before.push(readBody);
    else if (endpoint.body) before.push(requireJson, readJson(endpoint), rejectDeepBody);
    app[endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>](path, ...before, handler);
  }
}

/** Replies of routes are not cacheable. */
const COMMON_HEADERS = ['cache-control', 'no-store', 'x-content-type-options', 'nosniff', ...API_HEADERS];

function sendJson(response: ServerResponse, value: unknown): void {
  const body = value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value));
  // A flat list: Node writes it as it is, while setHeader allocates an object per header.
  response
    .writeHead(200, ['content-type', 'application/json', 'content-length', String(body.length), ...COMMON_HEADERS])
    .end(body);
}

async function sendPieces(response: ServerResponse, { pieces }: JsonPieces): Promise<void> {
  response.writeHead(200, ['content-type', 'application/json', ...COMMON_HEADERS]);
  // If a read fails, the reply is cut off, and so is not valid JSON.
  await sendStream(response, Readable.from(pieces));
}

const pathOf = ({ originalUrl }: Request): string => originalUrl.split('?', 1)[0] ?? '';

const searchOf = ({ originalUrl }: Request): string => {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start + 1);
};

const limitRate =
  (endpoint: Endpoint, limiter: RateLimiter, findRateName: Route['findRateName']): RequestHandler =>
  async (request, _response, next) => {
    const name = (await findRateName?.(request)) ?? callerAddressOf(request);
    const taken = limiter.take(rateClassOf(endpoint), name);
    const retryAfterSeconds = taken instanceof Promise ? await taken : taken;
    next(
      retryAfterSeconds === undefined ? undefined : new ApiError('too-many-requests', undefined, { retryAfterSeconds }),
    );
  };

/** Cuts the connection of a caller who sends a body too slowly. */
const limitBodyTime =
  (timeoutMs: number): RequestHandler =>
  (request, _response, next) => {
    // Without a body there is nothing to wait for, and no event that would end the wait.
    if (request.closed) return next();
    const timer = setTimeout(() => request.destroy(), timeoutMs).unref();
    request.once('close', () => clearTimeout(timer));
    next();
  };

/** Rejects writes of newer pages: they may mean something else here, so they stay on the device until the server is as new. */
const rejectNewerClients: RequestHandler = (request, _response, next) => {
  const isNewer = (parseWholeNumber(String(request.headers[PROTOCOL_HEADER])) ?? 0) > PROTOCOL_VERSION;
  next(
    isNewer ? new ApiError('older-server', undefined, { retryAfterSeconds: NEWER_CLIENT_RETRY_SECONDS }) : undefined,
  );
};

/** Checks access before the body is read. */
const admit =
  (endpoint: Endpoint, accessControl: AccessControl): RequestHandler =>
  async (request, _response, next) => {
    Object.assign(request, await accessControl.admit(endpoint, request));
    next();
  };

/** @throws ApiError identity-mismatch when a call names another user than its caller */
function requireOwnId(member: string, call: { params: unknown; body: unknown }, user: User | undefined): void {
  const given: Record<string, unknown> = Object.assign({}, call.params, call.body);
  if (user === undefined || given[member] !== user.sub) throw new ApiError('identity-mismatch');
}

/** JSON is UTF-8; with another charset, the parser and a proxy that checks the same bytes would read different texts. */
const OTHER_CHARSET = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i;

/** Checked before anything walks through the body. */
const rejectDeepBody: RequestHandler = (request, _response, next) => {
  next(isNestedTooDeeply(request.body) ? new ApiError('bad-request', 'The body is nested too deeply.') : undefined);
};

const requireJson: RequestHandler = (request, _response, next) => {
  const contentType = request.headers['content-type'];
  const isJson =
    contentType !== undefined && request.is('application/json') !== false && !OTHER_CHARSET.test(contentType);
  next(isJson ? undefined : new ApiError('unsupported-media-type', 'The body must be application/json.'));
};
