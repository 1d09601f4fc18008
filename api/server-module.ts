import type { Endpoint } from '#contract/http/endpoint.ts';
import type { DirectReads, ReadArea } from './http/listener/request-listener.ts';
import type { Route } from './http/route.ts';
import type { Job } from './jobs/job.ts';

/** A part of the server, with the routes, jobs and reads that it contributes. */
export interface ServerModule {
  readonly routes?: readonly Route[];
  readonly jobs?: readonly Job[];
  /** Requests that it answers before Express, by the area of the address. */
  readonly reads?: Readonly<Partial<Record<ReadArea, DirectReads>>>;
  /** Calls of the contract that `reads` answers. */
  readonly endpoints?: readonly Endpoint[];
  /** Called once the server listens. */
  start?(): Promise<void> | void;
  /** Called once no request is answered any more. */
  stop?(): Promise<void> | void;
}
