import { ApiError } from '#contract/http/errors.ts';
import type { CallerLife } from '../../http/caller/caller-life.ts';
import type { CallSource } from '../../http/caller/call-source.ts';
import type { SecurityEvents } from '../../security/security-events.ts';
import { createPlaces } from '../../http/caller/places.ts';
import type { Places } from '../../http/caller/places.ts';
import { createSlots } from '../../jobs/slots.ts';
import type { Slots } from '../../jobs/slots.ts';
import { networkOf } from '../../http/caller/client-network.ts';
import type { AdminPassword } from './admin-password.ts';
import type { LoginSteps } from '../administrators/login-steps.service.ts';
import type { SessionDevice } from '../session-device.ts';
import { nameMark } from './device-marks.ts';
import type { DeviceMarks } from './device-marks.ts';
import type { AttemptLimit, LoginAttempts } from './login-attempts.ts';

/** Maximum number of passwords in a queue, the one being hashed included; hashing one takes a core for about 100 ms. */
const MAX_WAITING = 20;
const BUSY_RETRY_SECONDS = 5;
const MAX_FAILURES = 5;
/** Failed attempts allowed to all networks of one customer together. */
const MAX_SITE_FAILURES = 20;

export interface AdminLogin {
  /**
   * Returns a token for the password, pending if a passkey has to follow, and a signed device id that identifies the device at its next
   * login; a browser's token is valid only together with it.
   * @throws ApiError wrong-password, or too-many-requests before the password is checked; CallerGoneError
   */
  login(
    password: string,
    from: {
      readonly source: CallSource;
      readonly deviceId: string | undefined;
      readonly isBrowser: boolean;
      /** For lists of sessions. */
      readonly device: SessionDevice;
      readonly life: CallerLife;
    },
  ): Promise<{ readonly token: string; readonly isPending: boolean; readonly deviceId: string }>;
}

export interface AdminLoginOptions {
  readonly password: AdminPassword;
  readonly steps: Pick<LoginSteps, 'open'>;
  readonly attempts: LoginAttempts;
  readonly marks: DeviceMarks;
  readonly security: SecurityEvents;
}

/**
 * Attempts of unknown devices are counted by network, and their passwords are hashed one after another, which bounds the load. A device
 * that has logged in before has its own count, and such devices have a separate queue, so that failed attempts of strangers cannot lock an
 * administrator out.
 */
export function createAdminLogin({ password, steps, attempts, marks, security }: AdminLoginOptions): AdminLogin {
  const unknownDevices = createWorkQueue();
  const knownDevices = createWorkQueue();

  return {
    async login(given, { source, deviceId, isBrowser, device, life }) {
      const { address } = source;
      const known = deviceId !== undefined && (await marks.isKnown(deviceId)) ? deviceId : undefined;
      const limits =
        known === undefined ? listNetworkLimits(address) : [{ caller: nameMark(known), failures: MAX_FAILURES }];
      const queue = known === undefined ? unknownDevices : knownDevices;
      if (typeof queue.places.take(life, '') === 'string') {
        throw new ApiError('too-many-requests', 'Too many logins are in progress.', {
          retryAfterSeconds: BUSY_RETRY_SECONDS,
        });
      }
      const isBlocking = await attempts.begin(limits);
      const version = await queue.inTurn(() => password.check(given), life);
      if (version === undefined) {
        if (isBlocking) security.note({ name: 'admin-login-blocked', request: source });
        throw new ApiError('wrong-password');
      }
      await attempts.forget(limits);
      const signedId = known ?? (await marks.create());
      const opened = await steps.open({ deviceId: isBrowser ? signedId : undefined, device }, (db) =>
        password.requireVersion(db, version),
      );
      return { ...opened, deviceId: signedId };
    },
  };
}

/** Lists the limits of an unknown device: a customer has a /48 of IPv6 addresses at most, with 65,536 networks. */
function listNetworkLimits(address: string): readonly AttemptLimit[] {
  const [network, site] = [networkOf(address), networkOf(address, 48)];
  const limit = { caller: network, failures: MAX_FAILURES };
  return site === network ? [limit] : [limit, { caller: site, failures: MAX_SITE_FAILURES }];
}

/** Passwords are hashed one after another; `places` limits the callers, waiting ones included. */
const createWorkQueue = (): { readonly places: Places; readonly inTurn: Slots } => ({
  places: createPlaces({ kind: 'login', total: MAX_WAITING, share: MAX_WAITING }),
  inTurn: createSlots(1),
});
