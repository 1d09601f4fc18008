import { randomBytes } from 'node:crypto';
import { ApiError } from '#contract/errors.ts';
import { networkOf } from '../../http/client-network.ts';
import type { AdminPassword } from './admin-password.ts';
import type { LoginSteps } from '../administrators/login-steps.service.ts';
import { isSameText, sign } from '../identity-secret.ts';
import type { SessionDevice } from '../session-device.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { hashSecretToken } from '../../http/secret-token.ts';

/** Queued passwords; hashing one takes a core for about 100 ms. */
const MAX_WAITING = 20;
const BUSY_RETRY_SECONDS = 5;

export interface AdminLogin {
  /**
   * Returns a token for the password, pending if a passkey has to follow, and a signed device id that identifies the device at its next login; a browser's token is valid only
   * together with it.
   * @throws ApiError wrong-password, or too-many-requests before the password is checked
   */
  login(
    password: string,
    from: {
      readonly address: string;
      readonly deviceId: string | undefined;
      readonly isBrowser: boolean;
      /** For lists of sessions. */
      readonly device: SessionDevice;
    },
  ): Promise<{ readonly token: string; readonly isPending: boolean; readonly deviceId: string }>;
}

export interface AdminLoginOptions {
  readonly password: AdminPassword;
  readonly steps: Pick<LoginSteps, 'open'>;
  readonly attempts: LoginAttempts;
  readonly deviceKey: Buffer;
}

/**
 * Unknown devices are counted by network and their passwords hashed one after another, which bounds the load. A device that has logged in
 * before has its own count and queue, so failed attempts of others cannot lock an administrator out.
 */
export function createAdminLogin({ password, steps, attempts, deviceKey }: AdminLoginOptions): AdminLogin {
  const unknownDevices = createWorkQueue(MAX_WAITING);
  const knownDevices = createWorkQueue(MAX_WAITING);

  const isKnown = (deviceId: string): boolean => {
    const [id = ''] = deviceId.split('.', 1);
    return isSameText(`${id}.${sign(deviceKey, id)}`, deviceId);
  };

  return {
    async login(given, { address, deviceId, isBrowser, device }) {
      const known = deviceId !== undefined && isKnown(deviceId) ? deviceId : undefined;
      const caller = known === undefined ? networkOf(address) : `device/${hashSecretToken(known)}`;
      const queue = known === undefined ? unknownDevices : knownDevices;
      if (queue.isFull()) {
        throw new ApiError('too-many-requests', 'Too many logins are in progress.', {
          retryAfterSeconds: BUSY_RETRY_SECONDS,
        });
      }
      await attempts.begin(caller);
      if (!(await queue.run(() => password.isRight(given)))) throw new ApiError('wrong-password');
      await attempts.forget(caller);
      const id = randomBytes(16).toString('base64url');
      const signedId = known ?? `${id}.${sign(deviceKey, id)}`;
      const opened = await steps.open({ deviceId: isBrowser ? signedId : undefined, device });
      return { ...opened, deviceId: signedId };
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
