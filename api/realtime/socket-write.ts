import type { Sessions } from '../identity/sessions.ts';
import type { Lanes } from '../storage/lanes.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { sessionOf } from './socket-client.ts';
import type { SocketClient } from './socket-client.ts';

/**
 * Runs a write unit for the user of a socket. The session is checked within the unit, because a socket may still have frames waiting when
 * its session ends, and another node may have ended the session. The unit sees every sign-out that was answered before its commit.
 * @throws ApiError unauthorized when there is no session or it has ended
 */
export type SocketWrite = <T>(client: SocketClient, run: (unit: WriteUnit) => Promise<T>, lanes: Lanes) => Promise<T>;

export const createSocketWrite =
  (write: Write, sessions: Pick<Sessions, 'requireLive'>): SocketWrite =>
  async (client, run, lanes) => {
    const { token } = sessionOf(client);
    return write(async (unit) => {
      await sessions.requireLive(unit.trx, token);
      return run(unit);
    }, lanes);
  };
