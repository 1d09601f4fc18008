import type { OwnAccess } from '#contract/http/administrators.ts';
import type { PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '#contract/account/passkeys.ts';
import type { TestApp } from '../apps/test-app.ts';
import { SoftwareAuthenticator } from './authenticator.ts';
import type { Deviations } from './authenticator.ts';
import { json, send } from './send.ts';

/** A reply of a call; `body` is an empty object when there is none. */
export interface PasskeyReply {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** The status, or the error code. */
  readonly outcome: number | string;
}

/** A registered administrator at a device. */
export interface RegisteredAdmin {
  readonly token: string;
  readonly access: OwnAccess;
  readonly recoveryCodes: readonly string[];
}

/** An administrator's program: it knows the password and has an authenticator. */
export class PasskeyClient {
  readonly authenticator: SoftwareAuthenticator;
  readonly #app: Pick<TestApp, 'url'>;
  readonly #password: string;

  constructor(app: Pick<TestApp, 'url'>, password: string) {
    this.#app = app;
    this.#password = password;
    // An IP address cannot be a relying party.
    this.authenticator = new SoftwareAuthenticator(app.url.replace('127.0.0.1', 'localhost'));
  }

  async call(method: string, path: string, token?: string, body?: unknown): Promise<PasskeyReply> {
    const reply = await send(this.#app.url, path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const content = reply.body.length > 0 ? json(reply) : {};
    const outcome = reply.status < 300 ? reply.status : String(content['code']);
    return { status: reply.status, body: content, outcome };
  }

  /** Sends the password; returns the token, and the options for the passkey if one has to follow. */
  async sendPassword(): Promise<{ readonly token: string; readonly passkey: PasskeyRequest | undefined }> {
    const { body } = await this.call('POST', '/api/login', undefined, { password: this.#password });
    return { token: String(body['token']), passkey: body['passkey'] as PasskeyRequest | undefined };
  }

  /** Logs in with password and passkey; returns the full token. */
  async logIn(): Promise<string> {
    const { token, passkey } = await this.sendPassword();
    if (!passkey) throw new Error('the server asks for no passkey');
    const { body } = await this.sendPasskey(token, this.authenticator.get(passkey));
    return String(body['token']);
  }

  sendPasskey(token: string, response: PasskeyAssertion): Promise<PasskeyReply> {
    return this.call('POST', '/api/login/passkey', token, { response });
  }

  /** Requests new options for a passkey. */
  async retry(token: string): Promise<PasskeyRequest> {
    return (await this.call('POST', '/api/login/passkey/options', token)).body['passkey'] as PasskeyRequest;
  }

  startRegistration(token: string, request: { readonly link?: string; readonly name?: string }): Promise<PasskeyReply> {
    return this.call('POST', '/api/administrators/registration/options', token, request);
  }

  /** Registers a passkey; throws when the options are rejected. */
  async register(
    token: string,
    request: { readonly link?: string; readonly name?: string },
    deviations?: Deviations,
  ): Promise<PasskeyReply> {
    const options = await this.startRegistration(token, request);
    if (options.status !== 200) throw new Error(`registration rejected: ${options.outcome}`);
    const response = this.authenticator.create(options.body['passkey'] as PasskeyCreation, deviations);
    return this.call('POST', '/api/administrators/registration', token, { ...request, response });
  }

  /** Sends the password and registers with a link. */
  async join(link: string, name?: string): Promise<RegisteredAdmin> {
    const { token } = await this.sendPassword();
    const { status, body, outcome } = await this.register(token, { link, ...(name !== undefined && { name }) });
    if (status !== 200) throw new Error(`registration rejected: ${outcome}`);
    return {
      token: String(body['token']),
      access: body['administrator'] as OwnAccess,
      recoveryCodes: body['recovery_codes'] as readonly string[],
    };
  }
}
