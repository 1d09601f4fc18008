import {
  addAdministrator,
  createRegistrationLink,
  editAdministrator,
  finishProof,
  finishRegistration,
  getOwnAccess,
  linkChatLogin,
  listAdministrators,
  listAdminSessions,
  loginWithPasskey,
  loginWithRecoveryCode,
  removeOwnPasskey,
  removePasskey,
  replaceRecoveryCodes,
  retryPasskeyLogin,
  revokeAdministrator,
  revokeAdminSession,
  startProof,
  startRegistration,
  unlinkChatLogin,
} from '#contract/http/administrators.ts';
import type { Administrator, AdminSessionEntry, OwnAccess } from '#contract/http/administrators.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import type { PasskeyAssertion, PasskeyRequest } from '#contract/account/passkeys.ts';
import type { CallResult } from '../api/account-api.ts';
import { toCallResult } from '../account/call-result.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { AdminSession } from './admin-session.ts';
import type {
  AddedAdministrator,
  AdministratorChanges,
  AdministratorsApi,
  NewAdministrator,
  Registration,
  RegistrationInput,
  RegistrationLink,
  RegistrationOptions,
  RegistrationStart,
} from './administrators-api.ts';

export interface AdministratorsOptions {
  readonly client: ApiClient;
  readonly session: AdminSession;
  /** The server has answered who the caller is. */
  readonly onAccess: (access: OwnAccess) => void;
}

/** Calls about administrators. A second step of a login carries the token of the password, every other call the session's. */
export class Administrators implements AdministratorsApi {
  readonly #options: AdministratorsOptions;

  constructor(options: AdministratorsOptions) {
    this.#options = options;
  }

  loginWithPasskey(token: string, response: PasskeyAssertion): Promise<CallResult<string>> {
    return toCallResult(this.#callWith(token, loginWithPasskey, { body: { response } }).then((reply) => reply.token));
  }

  retryPasskeyLogin(token: string): Promise<CallResult<PasskeyRequest>> {
    return toCallResult(this.#callWith(token, retryPasskeyLogin, {}).then(({ passkey }) => passkey));
  }

  loginWithRecoveryCode(token: string, code: string): Promise<CallResult<string>> {
    return toCallResult(this.#callWith(token, loginWithRecoveryCode, { body: { code } }).then((reply) => reply.token));
  }

  startRegistration(body: RegistrationStart, token?: string): Promise<CallResult<RegistrationOptions>> {
    return toCallResult(this.#callWith(token, startRegistration, { body }));
  }

  finishRegistration(body: RegistrationInput, token?: string): Promise<CallResult<Registration>> {
    return toCallResult(this.#callWith(token, finishRegistration, { body }));
  }

  async getOwnAccess(): Promise<CallResult<OwnAccess>> {
    const result = await toCallResult(this.#options.session.call(getOwnAccess, {}));
    if (result.ok) this.#options.onAccess(result.value);
    return result;
  }

  startProof(): Promise<CallResult<PasskeyRequest>> {
    return toCallResult(this.#options.session.call(startProof, {}).then(({ passkey }) => passkey));
  }

  finishProof(response: PasskeyAssertion): Promise<CallResult<undefined>> {
    return toCallResult(this.#options.session.call(finishProof, { body: { response } }));
  }

  replaceRecoveryCodes(): Promise<CallResult<readonly string[]>> {
    return toCallResult(this.#options.session.call(replaceRecoveryCodes, {}).then((reply) => reply.recovery_codes));
  }

  linkChatLogin(): Promise<CallResult<OwnAccess>> {
    return toCallResult(this.#options.session.call(linkChatLogin, {}));
  }

  unlinkChatLogin(): Promise<CallResult<OwnAccess>> {
    return toCallResult(this.#options.session.call(unlinkChatLogin, {}));
  }

  removeOwnPasskey(passkey: string): Promise<CallResult<undefined>> {
    return toCallResult(this.#options.session.call(removeOwnPasskey, { params: { passkey } }));
  }

  listSessions(): Promise<CallResult<readonly AdminSessionEntry[]>> {
    return toCallResult(this.#options.session.call(listAdminSessions, {}).then(({ sessions }) => sessions));
  }

  revokeSession(id: string): Promise<CallResult<undefined>> {
    return toCallResult(this.#options.session.call(revokeAdminSession, { params: { id } }));
  }

  list(): Promise<CallResult<readonly Administrator[]>> {
    return toCallResult(
      this.#options.session.call(listAdministrators, {}).then(({ administrators }) => administrators),
    );
  }

  add(body: NewAdministrator): Promise<CallResult<AddedAdministrator>> {
    return toCallResult(this.#options.session.call(addAdministrator, { body }));
  }

  edit(id: string, body: AdministratorChanges): Promise<CallResult<Administrator>> {
    return toCallResult(this.#options.session.call(editAdministrator, { params: { id }, body }));
  }

  revoke(id: string): Promise<CallResult<undefined>> {
    return toCallResult(this.#options.session.call(revokeAdministrator, { params: { id } }));
  }

  createLink(id: string): Promise<CallResult<RegistrationLink>> {
    return toCallResult(this.#options.session.call(createRegistrationLink, { params: { id } }));
  }

  removePasskey(id: string, passkey: string): Promise<CallResult<undefined>> {
    return toCallResult(this.#options.session.call(removePasskey, { params: { id, passkey } }));
  }

  /** Calls with the token of a login that is not finished, or without one as the session. */
  #callWith<E extends Endpoint>(
    token: string | undefined,
    endpoint: E,
    input: Partial<EndpointInput<E>>,
  ): Promise<EndpointReply<E>> {
    const { client, session } = this.#options;
    if (token === undefined) return session.call(endpoint, input, { priority: 'high' });
    return client.call(endpoint, input, { priority: 'high', headers: { authorization: `Bearer ${token}` } });
  }
}
