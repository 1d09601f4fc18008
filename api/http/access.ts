import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { User } from '#contract/user.ts';

/** Authorizes calls. */
export interface AccessControl {
  /**
   * Returns the user of the caller's session, if there is one.
   * @throws ApiError unauthorized or forbidden when the caller may not use the endpoint, origin-refused when the call comes from another site
   */
  admit(endpoint: Pick<Endpoint, 'access' | 'method'>, request: IncomingMessage): Promise<User | undefined>;
}
