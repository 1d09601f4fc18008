import type { Request } from 'express';
import type { ErrorCode } from '#contract/http/errors.ts';
import { addressOf } from './client-address.ts';

/** Where a call comes from and what it asks for. */
export interface CallSource {
  readonly address: string;
  readonly method: string;
  /** The declared path with names in place of ids, so that it holds no data of the call. */
  readonly route: string;
}

/** Called for each call that is rejected for an expected reason. */
export type RejectionListener = (code: ErrorCode, source: CallSource) => void;

/** Describes a request that Express has matched to a route. */
export const sourceOf = (request: Request): CallSource => ({
  address: callerAddressOf(request),
  method: request.method,
  route: String((request.route as { path?: unknown } | undefined)?.path ?? ''),
});

/** Returns the address of a caller behind the trusted proxies. Express's own `request.ip` leaves ports in. */
export const callerAddressOf = (request: Request): string => addressOf(request, Number(request.app.get('trust proxy')));
