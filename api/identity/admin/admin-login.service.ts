import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { ApiError } from '#contract/errors.ts';
import { toNetwork } from '../../http/rate-limit.ts';
import type { AdminPassword } from './admin-password.ts';
import type { AdminTokens } from './admin-tokens.ts';
import { isSameText, sign } from '../identity-secret.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { hashSecretToken } from '../../http/secret-token.ts';

/** Passwords that may wait for their turn; a hash takes a tenth of a second of a core. */
const MAX_WAITING = 20;
const BUSY_RETRY_SECONDS = 5;

/** The administrators' gate. */
export interface AdminLogin {
  /**
   * Gives a token for the password, and a mark by which the device is known at its next login; a browser's token needs it.
   * @throws ApiError wrong-password, or too-many-requests: the password is not even looked at then
   */
  login(
    password: string,
    from: { readonly address: string; readonly deviceMark: string | undefined; readonly isBrowser: boolean },
  ): Promise<{ readonly token: string; readonly deviceMark: string }>;
}

export interface AdminLoginOptions {
  readonly password: AdminPassword;
  readonly tokens: AdminTokens;
  readonly attempts: LoginAttempts;
  readonly deviceKey: Buffer;
  readonly log: Logger;
}

/**
 * Strangers are counted by their network and hash one after another, so that any number of them is only slow. A device that knew the
 * password before is counted by itself and waits for no stranger: nobody can keep an administrator out by failing in their place.
 */
export function createAdminLogin({ password, tokens, attempts, deviceKey, log }: AdminLoginOptions): AdminLogin {
  const strangers = createWorkQueue(MAX_WAITING);
  const known = createWorkQueue(MAX_WAITING);

  const isKnown = (mark: string): boolean => {
    const [id = ''] = mark.split('.', 1);
    return isSameText(`${id}.${sign(deviceKey, id)}`, mark);
  };

  return {
    async login(given, { address, deviceMark, isBrowser }) {
      const device = deviceMark !== undefined && isKnown(deviceMark) ? deviceMark : undefined;
      const caller = device === undefined ? toNetwork(address) : `device/${hashSecretToken(device)}`;
      const queue = device === undefined ? strangers : known;
      if (queue.isFull()) {
        throw new ApiError('too-many-requests', 'Many try to log in at the moment.', {
          retryAfterSeconds: BUSY_RETRY_SECONDS,
        });
      }
      await attempts.begin(caller);
      if (!(await queue.run(() => password.isRight(given)))) {
        log.warn({ from: caller }, 'an administrator’s password was wrong');
        throw new ApiError('wrong-password');
      }
      await attempts.forget(caller);
      log.info({ from: caller }, 'an administrator logged in');
      const id = randomBytes(16).toString('base64url');
      const mark = device ?? `${id}.${sign(deviceKey, id)}`;
      return { token: await tokens.create(isBrowser ? mark : undefined), deviceMark: mark };
    },
  };
}

interface WorkQueue {
  isFull(): boolean;
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Runs one task after another. The queue only reports that it is full; callers decide whom to turn away. */
function createWorkQueue(maxWaiting: number): WorkQueue {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const leave = (): void => {
    waiting -= 1;
  };
  return {
    isFull: () => waiting >= maxWaiting,
    run(work) {
      waiting += 1;
      const result = last.then(work);
      last = result.then(leave, leave);
      return result;
    },
  };
}
