/** Worker thread of the read load: clients that ask for the most expensive reads and ignore every `Retry-After`. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { send } from '../testing/clients/send.ts';
import { expensiveRead } from './expensive-reads.ts';

export interface LoadTask {
  readonly url: string;
  readonly epoch: string;
  readonly clients: number;
  /** Clients that share one network. */
  readonly perNetwork: number;
  readonly endMs: number;
}

// Real attackers have processors of their own: here they must not take the time of the server and of the measurement.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const { url, epoch, clients, perNetwork, endMs } = workerData as LoadTask;
const statuses: Record<number, number> = {};
let number = 0;

const runClient = async (client: number): Promise<void> => {
  const network = Math.floor(client / perNetwork);
  while (Date.now() < endMs) {
    const { path, body } = expensiveRead(number++, epoch);
    const headers = {
      'x-forwarded-for': `10.1.${network}.1`,
      'accept-encoding': 'br',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const reply = await send(url, path, { headers, ...(body !== undefined && { method: 'POST', body }) });
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
  }
};

await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
parentPort?.postMessage(statuses);
