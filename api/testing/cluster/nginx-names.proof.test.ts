import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { Agent } from 'node:https';
import { afterEach, expect, it } from 'vitest';
import { findFreePorts } from '../processes/free-ports.ts';
import { callNginx } from './call-nginx.ts';
import { NGINX_RESOLVE_MISSING, startNginx } from './nginx.ts';

const HEADER_BYTES = 12;
const QUESTION_END_BYTES = 4;

const resources = new AsyncDisposableStack();
afterEach(() => resources.disposeAsync());

/** Answers every question, of whatever type, with the given IPv4 addresses. */
function answerWith(question: Buffer, addresses: readonly string[]): Buffer {
  const nameEnd = question.indexOf(0, HEADER_BYTES) + 1;
  const asked = question.subarray(HEADER_BYTES, nameEnd + QUESTION_END_BYTES);
  const header = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
  // The name is that of the question; type A, class IN, valid for 600 s as Docker's answers are.
  const records = addresses.map((address) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0x02, 0x58, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, asked, ...records]);
}

async function startNameServer(list: () => readonly string[]): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => void socket.send(answerWith(question, list()), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  resources.defer(() => void socket.close());
  return socket;
}

/** A server that answers with its own address. */
async function startServer(port: number, host: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ host }));
  });
  server.listen(port, host);
  await once(server, 'listening');
  resources.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

it.skipIf(NGINX_RESOLVE_MISSING !== undefined)(
  `nginx finds a server that was replaced by one at another address${NGINX_RESOLVE_MISSING ? ` (${NGINX_RESOLVE_MISSING})` : ''}`,
  async () => {
    const [port] = (await findFreePorts(1)) as [number];
    let addresses = ['127.0.0.2'];
    const { port: namePort } = (await startNameServer(() => addresses)).address();
    const first = await startServer(port, '127.0.0.2');
    const nginx = await startNginx({ nameServer: `127.0.0.1:${namePort}`, port });
    resources.defer(() => nginx.stop());
    const agent = new Agent({ rejectUnauthorized: false });
    const ask = async (): Promise<unknown> =>
      (await callNginx<{ host?: string }>(nginx, agent, { method: 'GET', path: '/', headers: {} })).body.host;
    await expect.poll(ask).toBe('127.0.0.2');

    first.closeAllConnections();
    first.close();
    await startServer(port, '127.0.0.3');
    addresses = ['127.0.0.3'];
    await expect.poll(ask).toBe('127.0.0.3');
  },
);
