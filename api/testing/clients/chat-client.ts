import type { Chat, Message } from '#contract/chats/chat.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import type { OperationResult } from '#contract/http/mutations.ts';
import { json, send } from './send.ts';
import type { Reply } from './send.ts';
import { signIn } from './sign-in.ts';
import type { TestApp } from '../apps/test-app.ts';

/** A mutation in a test, valid or not. */
export interface TestMutation {
  readonly name: string;
  readonly args: unknown;
}

/** A device of a signed-in user, which stores the user's chats like a real one. */
export interface ChatClient {
  readonly sub: string;
  readonly headers: Readonly<Record<string, string>>;
  /** By id. */
  readonly chats: ReadonlyMap<string, Chat>;
  /** By chat and `seq`. */
  readonly messages: ReadonlyMap<string, ReadonlyMap<number, Message>>;
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Pushes operations and returns their results; ignores the changes in the reply. */
  push(...mutations: readonly TestMutation[]): Promise<OperationResult[]>;
  /** Pulls one page of changes and returns it. */
  pullPage(): Promise<AccountChanges>;
  /** Pulls all changes. */
  pull(): Promise<void>;
  /** Deletes all rows, like a new device. */
  forget(): void;
}

let clients = 0;

/** Signs `demo-NAME` in on another device. */
export async function openChatClient(app: Pick<TestApp, 'url'>, name: string): Promise<ChatClient> {
  const { sub, headers } = await signIn(app, name);
  const chats = new Map<string, Chat>();
  const messages = new Map<string, Map<number, Message>>();
  clients += 1;
  const client = `device-${clients}`;
  let number = 0;
  let cursor: { epoch?: string; chats: number } = { chats: 0 };

  const call: ChatClient['call'] = (method, path, body) =>
    send(app.url, path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const store = ({ epoch, chats: page }: AccountChanges): void => {
    if (page.isReset) forgetRows();
    for (const chatId of page.removed) {
      chats.delete(chatId);
      messages.delete(chatId);
    }
    for (const chat of page.changed) chats.set(chat.id, chat);
    for (const message of page.messages) {
      const known = messages.get(message.chat_id) ?? new Map<number, Message>();
      messages.set(message.chat_id, known.set(message.seq, message));
    }
    cursor = { epoch, chats: page.seq };
  };
  const forgetRows = (): void => {
    chats.clear();
    messages.clear();
  };

  const pullPage: ChatClient['pullPage'] = async () => {
    const { epoch = '', chats: since } = cursor;
    const reply = await call('GET', `/api/sync/account?epoch=${epoch}&chats=${since}`);
    const changes = json(reply) as unknown as AccountChanges;
    store(changes);
    return changes;
  };

  return {
    sub,
    headers,
    chats,
    messages,
    call,
    async push(...mutations) {
      const ops = mutations.map((mutation) => ({ id: crypto.randomUUID(), number: (number += 1), ...mutation }));
      const reply = await call('POST', '/api/sync/push', { client, user: sub, ops });
      return (json(reply) as unknown as { results: OperationResult[] }).results;
    },
    pullPage,
    async pull() {
      while ((await pullPage()).chats.more);
    },
    forget() {
      forgetRows();
      cursor = { chats: 0 };
    },
  };
}

/** A file of a multipart form; its attributes are chosen freely. */
export interface TestFile {
  readonly bytes: Uint8Array;
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
}

/** Uploads files to a chat as one form, under an optional key. */
export async function uploadPhotos(
  { url }: Pick<TestApp, 'url'>,
  { headers }: Pick<ChatClient, 'headers'>,
  chatId: string,
  files: readonly TestFile[],
  key?: string,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const form = new FormData();
  for (const { bytes, field = 'image', name = 'photo.jpg', type = 'image/jpeg' } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  const reply = await fetch(`${url}/api/chats/${chatId}/upload`, {
    method: 'POST',
    headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
    body: form,
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

let messageIds = 0;

/** A `sendMessage` mutation with a new id. */
export const messageOf = (chatId: string, content: string, images: readonly string[] = []): TestMutation => ({
  name: 'sendMessage',
  args: { chat_id: chatId, message_id: `m${(messageIds += 1)}`, content, images },
});

export const startOf = (productId: number): TestMutation => ({ name: 'startChat', args: { product_id: productId } });

export const readOf = (chatId: string, seq: number): TestMutation => ({
  name: 'markChatRead',
  args: { chat_id: chatId, seq },
});
