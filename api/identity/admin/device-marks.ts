import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TokenCookie } from '../../http/caller/request-tokens.ts';
import { hashSecretToken } from '../../http/secret-token.ts';
import { isSameText, sign } from '../identity-secret.ts';
import type { AdminPassword } from './admin-password.ts';

/** Marks of devices on which the password was entered: an id and its signature, kept in a cookie. A changed password ends them. */
export interface DeviceMarks {
  create(): Promise<string>;
  isKnown(mark: string): Promise<boolean>;
}

export function createDeviceMarks(key: Buffer, password: Pick<AdminPassword, 'version'>): DeviceMarks {
  const markOf = async (id: string): Promise<string> => `${id}.${sign(key, `${id} ${await password.version()}`)}`;
  return {
    create: () => markOf(randomBytes(16).toString('base64url')),
    isKnown: async (mark) => isSameText(await markOf(mark.split('.', 1)[0] ?? ''), mark),
  };
}

/** Returns the name under which a known device is counted; it does not reveal the mark. */
export const nameMark = (mark: string): string => `device/${hashSecretToken(mark)}`;

/** Finds the name under which calls of a request's device are limited; undefined for an unknown device. */
export type FindDeviceName = (request: IncomingMessage) => Promise<string | undefined>;

/** A known device has rate limits of its own, which other devices in its network cannot use up. */
export const createDeviceNames =
  (marks: Pick<DeviceMarks, 'isKnown'>, device: Pick<TokenCookie, 'read'>): FindDeviceName =>
  async (request) => {
    const mark = device.read(request);
    return mark !== undefined && (await marks.isKnown(mark)) ? nameMark(mark) : undefined;
  };
