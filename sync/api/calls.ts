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

type Endpoints = Readonly<Record<string, Endpoint>>;
type Result<E extends Endpoint> = Promise<CallResult<EndpointReply<E>>>;

/** Calls that the worker only passes on, each by the name of its endpoint: `calls.listAudit({ query })`. `More`: further arguments. */
export type Calls<All extends Endpoints, More extends readonly unknown[] = []> = {
  readonly [Name in keyof All]: (input: EndpointInput<All[Name]>, ...more: More) => Result<All[Name]>;
};

/** Returns the calls of a record of endpoints, each under its name. Needs only the record's type: its code may be loaded later. */
export const namedCalls = <All extends Endpoints, More extends readonly unknown[] = []>(
  call: <Name extends keyof All>(name: Name, input: EndpointInput<All[Name]>, ...more: More) => Result<All[Name]>,
): Calls<All, More> =>
  new Proxy({} as Calls<All, More>, {
    get:
      (_, name: string) =>
      (input: EndpointInput<All[string]>, ...more: More) =>
        call(name, input, ...more),
  });
