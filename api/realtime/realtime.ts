import type { Server } from 'node:http';
import type { AppContext } from '../app-context.ts';
import { createChatHandlers } from '../chats/chats.socket.ts';
import type { ChatsService } from '../chats/chats.service.ts';
import type { MessageRate } from '../chats/message-rate.ts';
import type { RejectionListener } from '../http/caller/call-source.ts';
import type { Identity } from '../identity/identity.ts';
import { createAdminSockets } from './admin-sockets.ts';
import { createChatLists } from '../chats/live/chat-lists.ts';
import { createRooms } from '../chats/live/rooms.ts';
import { createSocketServer, MAX_SOCKETS_PER_NETWORK } from './socket-server.ts';
import type { SocketServer } from './socket-server.ts';
import { createSocketWrite } from './socket-write.ts';
import { createTypingRelay } from '../chats/live/typing-relay.ts';
import { createAnswer, SOCKET_HANDLERS } from './up-handlers.ts';
import type { UpHandlers } from './up-handlers.ts';
import { createUserSockets } from './user-sockets.ts';

/** Limits and intervals of sockets; a missing one has its default. */
export interface SocketLimits {
  readonly perUser?: number;
  readonly perNetwork?: number;
  /** Frames of one socket within ten seconds. */
  readonly frames?: number;
  /** Pause between two checks for expired administrator tokens, in ms. */
  readonly adminRecheckMs?: number;
}

export interface RealtimeParts {
  readonly context: AppContext;
  readonly server: Server;
  readonly chats: { readonly service: ChatsService; readonly messageRate: MessageRate };
  readonly identity: Pick<Identity, 'findSession' | 'readDeviceId' | 'sessions' | 'adminTokens'>;
  readonly onRejected: RejectionListener;
  readonly limits?: SocketLimits;
}

/** Builds everything behind `/realtime`. */
export function createRealtime({
  context,
  server,
  chats: { service: chats, messageRate },
  identity,
  onRejected,
  limits = {},
}: RealtimeParts): SocketServer {
  const { database, write, bus, log, config } = context;
  const rooms = createRooms({ database, bus, chats, log });
  const lists = createChatLists({ database, chats, log });
  const typing = createTypingRelay({ database, chats, bus, log });
  const admins = createAdminSockets({
    database,
    bus,
    tokens: identity.adminTokens,
    log,
    requiredAdminIds: config.requiredAdminIds,
    recheckIntervalMs: limits.adminRecheckMs,
  });
  const handlers: UpHandlers = {
    ...SOCKET_HANDLERS,
    registerAdmin: (client, { token }) => admins.add(client, token),
    ...createChatHandlers({
      write: createSocketWrite(write, identity.sessions),
      chats,
      messageRate,
      rooms,
      lists,
      typing,
    }),
  };
  return createSocketServer({
    server,
    bus,
    log,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    maxSocketsPerNetwork: (limits.perNetwork ?? MAX_SOCKETS_PER_NETWORK) * config.networkLimits,
    maxFrames: limits.frames,
    identify: (request) => identity.findSession(request),
    onRejected,
    readDeviceId: (request) => identity.readDeviceId(request),
    users: createUserSockets({
      database,
      bus,
      sessions: identity.sessions,
      log,
      maxSocketsPerUser: limits.perUser,
      onChatsChanged: (sub) => lists.refresh(sub),
    }),
    events: {
      answer: createAnswer(handlers, log, onRejected),
      close() {
        admins.close();
        rooms.close();
        lists.close();
        typing.close();
      },
    },
  });
}
