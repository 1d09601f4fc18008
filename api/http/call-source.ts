import type { Request } from 'express';

/** Where a call comes from and what it asks for. */
export interface CallSource {
  readonly address: string;
  readonly method: string;
  /** The declared path with names in place of ids, so that it holds no data of the call. */
  readonly route: string;
}

/** Describes a request that Express has matched to a route. */
export const sourceOf = (request: Request): CallSource => ({
  // Express follows its `trust proxy` setting here.
  address: request.ip ?? '',
  method: request.method,
  route: String((request.route as { path?: unknown } | undefined)?.path ?? ''),
});
