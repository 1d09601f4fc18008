import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { User } from '#contract/user.ts';

/** Decides who may call what. */
export interface AccessControl {
  /**
   * Who calls, if a session says so.
   * @throws ApiError unauthorized or forbidden when the endpoint is not for this caller, origin-refused when another site wrote the call
   */
  admit(endpoint: Pick<Endpoint, 'access' | 'method'>, request: IncomingMessage): Promise<User | undefined>;
}
