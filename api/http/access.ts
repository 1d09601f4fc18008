import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import type { User } from '#contract/account/user.ts';

/** An administrator who makes a call. */
export interface AdminIdentity {
  readonly sessionId: string;
  readonly tokenHash: string;
  /** Undefined for an administrator without a name, as long as no passkey is registered. */
  readonly person: { readonly id: string; readonly name: string } | undefined;
  readonly roles: readonly AdminRole[];
  /** When the administrator last used a passkey or a recovery code, in ms. */
  readonly provedAt: number | undefined;
  /** The passkey that opened the session; undefined: the recovery codes of the person, or the password alone. */
  readonly openedBy: string | undefined;
  /** The passkey that was used at `provedAt`; undefined: whatever opened the session. */
  readonly provedBy: string | undefined;
}

/** A caller whose access was checked. */
export interface Admitted {
  readonly user: User | undefined;
  /** Always defined for endpoints whose access is `admin`. */
  readonly administrator: AdminIdentity | undefined;
  /** Reads the newest position in the data, for an administrator's device that has sent its own position. */
  readonly readPosition?: (() => Promise<string>) | undefined;
}

/** Authorizes calls. */
export interface AccessControl {
  /**
   * Returns the user of the caller's session and the administrator of their token, if there are any.
   * @throws ApiError unauthorized, forbidden, access-revoked or role-needed when the caller may not use the endpoint, origin-refused when the
   * call comes from another site or needs https, bad-cursor when it writes and the data lacks a state that its device has seen
   */
  admit(endpoint: Pick<Endpoint, 'access' | 'method' | 'role'>, request: IncomingMessage): Promise<Admitted>;
}
