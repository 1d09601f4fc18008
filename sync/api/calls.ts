import type { Endpoint, EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import type { ErrorCode, Problem } from '#contract/http/errors.ts';
import type { SyncProblem } from './sync-problem.ts';

/** The result of a call. Rejections are data, because errors lose their type on the way out of a worker. */
export type CallResult<T> =
  | { readonly ok: true; readonly value: T }
  /** The server did not decide, or its decision is unknown. */
  | { readonly ok: false; readonly problem: SyncProblem }
  | {
      readonly ok: false;
      readonly problem: 'rejected';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly retryAfterSeconds: number | undefined;
      /** The current state, such as `{ price, total_amount }` after `price-changed` and `{ available }` after `out-of-stock`. */
      readonly current: unknown;
      readonly errors: Problem['errors'];
    };

/**
 * Calls that the worker only passes on to the server, each under the name of its endpoint and with its input: `calls.listAudit({ query })`.
 * `More`: what a caller may add.
 */
export type Calls<Endpoints extends Readonly<Record<string, Endpoint>>, More extends readonly unknown[] = []> = {
  readonly [Name in keyof Endpoints]: (
    input: EndpointInput<Endpoints[Name]>,
    ...more: More
  ) => Promise<CallResult<EndpointReply<Endpoints[Name]>>>;
};

/** Returns the calls of a record of endpoints, each under its name. Needs only the record's type: its code may be loaded later. */
export const namedCalls = <Endpoints extends Readonly<Record<string, Endpoint>>, More extends readonly unknown[] = []>(
  call: <Name extends keyof Endpoints>(
    name: Name,
    input: EndpointInput<Endpoints[Name]>,
    ...more: More
  ) => Promise<CallResult<EndpointReply<Endpoints[Name]>>>,
): Calls<Endpoints, More> =>
  new Proxy({} as Calls<Endpoints, More>, {
    get:
      (_, name: string) =>
      (input: EndpointInput<Endpoints[string]>, ...more: More) =>
        call(name, input, ...more),
  });
