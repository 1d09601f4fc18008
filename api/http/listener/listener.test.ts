import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { createListener } from './listener.ts';

it('[LINE5] a connection that the system could not accept does not end the process', async () => {
  const server = createServer((_request, response) => response.end('open'));
  const listener = createListener({ port: 0, host: '127.0.0.1' });
  await listener.open(server);
  try {
    // As Node does when `accept` of the system fails.
    server.emit('error', Object.assign(new Error('accept EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'accept' }));
    expect(await (await fetch(listener.url())).text()).toBe('open');
  } finally {
    await listener.close(server);
  }
});
