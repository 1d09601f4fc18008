import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { json, send } from '../testing/clients/send.ts';
import { COMPILED_START } from '../testing/processes/server-process.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { SignedIn } from '../testing/clients/sign-in.ts';
import type { ChatReport } from './chat-bench-server.ts';

/** A server with sockets, in a process of its own. */
export interface ChatBenchProcess {
  readonly url: string;
  usage(): Promise<Extract<ChatReport, { type: 'usage' }>>;
  /** Sends a poke to every socket. */
  poke(seq: number): void;
  stop(): Promise<void>;
}

export async function startChatProcess(role: 'hexlime' | 'plain-loop'): Promise<ChatBenchProcess> {
  const child = fork(join(import.meta.dirname, 'chat-bench-server.ts'), [role], {
    ...COMPILED_START,
    env: { ...process.env, ...COMPILED_START.env },
  });
  const [{ url }] = (await once(child, 'message')) as [Extract<ChatReport, { type: 'open' }>];
  return {
    url,
    async usage() {
      child.send({ type: 'usage' });
      const [report] = (await once(child, 'message')) as [Extract<ChatReport, { type: 'usage' }>];
      return report;
    },
    poke: (seq) => void child.send({ type: 'poke', seq }),
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Signs a user of the demo in and starts their chat about a product. */
export async function startBenchChat(
  url: string,
  name: string,
  productId = 1,
): Promise<{ readonly user: SignedIn; readonly chatId: string }> {
  const user = await signIn({ url }, name);
  const reply = await send(url, '/api/chats', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...user.headers },
    body: JSON.stringify({ productId, buyerGoogleId: user.sub }),
  });
  return { user, chatId: String(json(reply)['id']) };
}

/** Returns a quantile, such as 0.99 for p99. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export const median = (values: readonly number[]): number => quantile(values, 0.5);
