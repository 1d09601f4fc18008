import type {
  addAdministrator,
  createRegistrationLink,
  editAdministrator,
  finishRegistration,
  startRegistration,
  Administrator,
  AdminSessionEntry,
  OwnAccess,
} from '#contract/http/administrators.ts';
import type { EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import type { PasskeyAssertion, PasskeyRequest } from '#contract/account/passkeys.ts';
import type { CallResult } from '../api/account-api.ts';

export type RegistrationStart = EndpointInput<typeof startRegistration>['body'];
export type RegistrationOptions = EndpointReply<typeof startRegistration>;
export type RegistrationInput = EndpointInput<typeof finishRegistration>['body'];
export type Registration = EndpointReply<typeof finishRegistration>;
export type NewAdministrator = EndpointInput<typeof addAdministrator>['body'];
export type AddedAdministrator = EndpointReply<typeof addAdministrator>;
export type AdministratorChanges = EndpointInput<typeof editAdministrator>['body'];
export type RegistrationLink = EndpointReply<typeof createRegistrationLink>;

/** Calls about administrators, their passkeys and their sessions. `token`: of the password, pending or full; else the engine's own is sent. */
export interface AdministratorsApi {
  /** The second step of a login; returns the full token. */
  loginWithPasskey(token: string, response: PasskeyAssertion): Promise<CallResult<string>>;
  /** New options for a passkey after a rejected one. */
  retryPasskeyLogin(token: string): Promise<CallResult<PasskeyRequest>>;
  loginWithRecoveryCode(token: string, code: string): Promise<CallResult<string>>;
  startRegistration(input: RegistrationStart, token?: string): Promise<CallResult<RegistrationOptions>>;
  finishRegistration(input: RegistrationInput, token?: string): Promise<CallResult<Registration>>;
  /** Who the caller is; the engine follows their roles. */
  getOwnAccess(): Promise<CallResult<OwnAccess>>;
  startProof(): Promise<CallResult<PasskeyRequest>>;
  finishProof(response: PasskeyAssertion): Promise<CallResult<undefined>>;
  replaceRecoveryCodes(): Promise<CallResult<readonly string[]>>;
  /** Answers chats by the shop login of this browser from now on. */
  linkChatLogin(): Promise<CallResult<OwnAccess>>;
  unlinkChatLogin(): Promise<CallResult<OwnAccess>>;
  removeOwnPasskey(passkey: string): Promise<CallResult<undefined>>;
  listSessions(): Promise<CallResult<readonly AdminSessionEntry[]>>;
  revokeSession(id: string): Promise<CallResult<undefined>>;
  list(): Promise<CallResult<readonly Administrator[]>>;
  add(input: NewAdministrator): Promise<CallResult<AddedAdministrator>>;
  edit(id: string, changes: AdministratorChanges): Promise<CallResult<Administrator>>;
  revoke(id: string): Promise<CallResult<undefined>>;
  createLink(id: string): Promise<CallResult<RegistrationLink>>;
  removePasskey(id: string, passkey: string): Promise<CallResult<undefined>>;
}
