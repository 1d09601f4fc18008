import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { RequiredRole } from '../account/roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A method and a path with `{name}` for each member of `params`. */
type Route = `${Method} /${string}`;

/** Access: anyone, a signed-in user, an administrator. */
export type Access = 'visitor' | 'user' | 'admin';

/** Which bucket of requests a call draws from; notices are those of payment providers. */
export type RateClass = 'read' | 'write' | 'upload' | 'notice';

/** A multipart form with files. */
export interface Form {
  /** Name of the parts that are files. */
  readonly files: string;
  readonly maxFiles: number;
  /** The form's other parts. */
  readonly fields?: z.ZodMiniType;
}

/** One call of the HTTP interface: method, path, shapes and errors for both sides. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  /** Parsed from strings and encoded as strings. */
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Members of the body whose parts are read one by one: a text that cannot be stored rejects that part alone, not the call. */
  readonly readsApart?: readonly string[];
  /** The body is a multipart form instead of JSON. */
  readonly form?: Form;
  /** Largest body in bytes, if not the default. */
  readonly maxBodyBytes?: number;
  /** Optional request headers that the call reads. */
  readonly headers?: readonly ('Idempotency-Key' | 'If-Match' | 'If-None-Match')[];
  readonly reply: z.ZodMiniType;
  /** Media type of a reply that is not JSON. */
  readonly replyType?: 'application/octet-stream' | 'image/webp' | 'text/html';
  /** Its own errors: those that follow from its access and its parts are added by `errorsOf`. */
  readonly errors?: readonly ErrorCode[];
  readonly access: Access;
  /**
   * Whether a call that needs no login still carries an administrator's token, complete or pending. A device's build keeps it, like
   * `access`.
   */
  readonly takesToken?: boolean;
  /** The role that an administrator needs; given exactly when the access is `admin`. */
  readonly role?: RequiredRole;
  /** Member of the parameters or the body that names the caller and must be the session's own user. */
  readonly ownId?: string;
  /** The bucket of requests, if not the usual one (`rateClassOf`). */
  readonly rateLimit?: RateClass;
}

/** Input of a call: each part that the endpoint declares, and no other. */
export type EndpointInput<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodMiniType ? Part : never]: z.input<
    Extract<E[Part], z.ZodMiniType>
  >;
};

/** Parsed input of a handler. */
export interface EndpointCall<E extends Endpoint> {
  params: E['params'] extends z.ZodMiniType ? z.output<E['params']> : undefined;
  query: E['query'] extends z.ZodMiniType ? z.output<E['query']> : undefined;
  body: E['body'] extends z.ZodMiniType ? z.output<E['body']> : undefined;
}

export type EndpointReply<E extends Endpoint> = z.output<E['reply']>;

/**
 * Returns which bucket of requests a call draws from: the endpoint's `rateLimit`, else `read` for a GET and `write` for any other method.
 */
export const rateClassOf = ({ method, rateLimit }: Pick<Endpoint, 'method' | 'rateLimit'>): RateClass =>
  rateLimit ?? (method === 'GET' ? 'read' : 'write');

/** What an endpoint declares beside its route and who may call it; without `reply` it answers with nothing. */
type Parts = Omit<Endpoint, 'method' | 'path' | 'reply' | 'access' | 'role'> & Partial<Pick<Endpoint, 'reply'>>;

/** An endpoint with the exact types of its schemas. */
type Declared<P extends Parts> = Omit<P, 'reply'> &
  Pick<Endpoint, 'method' | 'path' | 'access' | 'role'> & {
    readonly reply: P extends { readonly reply: infer Reply } ? Reply : typeof NOTHING;
  };

const NOTHING = z.undefined();

function declare<const P extends Parts>(
  access: Pick<Endpoint, 'access' | 'role'>,
  route: Route,
  parts: P,
): Declared<P> {
  const [method, path] = route.split(' ') as [Method, string];
  return { reply: NOTHING, ...parts, ...access, method, path } as unknown as Declared<P>;
}

/** Declares an endpoint that anyone may call, such as `GET /api/products/{id}`. @__NO_SIDE_EFFECTS__ */
export const visitorEndpoint = <const P extends Parts>(route: Route, parts: P): Declared<P> =>
  declare({ access: 'visitor' }, route, parts);

/** Declares an endpoint for signed-in users. @__NO_SIDE_EFFECTS__ */
export const userEndpoint = <const P extends Parts>(route: Route, parts: P): Declared<P> =>
  declare({ access: 'user' }, route, parts);

/** Declares an endpoint for administrators with a role. @__NO_SIDE_EFFECTS__ */
export const adminEndpoint = <const P extends Parts>(role: RequiredRole, route: Route, parts: P): Declared<P> =>
  declare({ access: 'admin', role }, route, parts);
