/** Runs the server as a process with limits that no test reaches. The environment variables are the server's own. */
import { createAppContext } from '../../app-context.ts';
import { readConfig } from '../../config/config.ts';
import { startServer } from '../../server.ts';

const WIDE = { burst: 1e9, perSecond: 1e9 } as const;

const context = await createAppContext(readConfig(process.env));
const server = await startServer(context, {
  rates: { read: WIDE, write: WIDE, notice: WIDE },
  misses: { budget: WIDE, maxWaiting: 1e6 },
  connections: { perNetwork: 1e6 },
  chats: { messageRate: WIDE },
  socketLimits: { perUser: 100_000, perNetwork: 100_000, frames: 1e9 },
});
process.stdout.write(`open at ${server.url}\n`);
process.on('SIGTERM', () => void server.stop().then(() => context.close()));
