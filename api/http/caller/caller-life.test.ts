import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { CallerGoneError, CallerLife, countHeld, lifeOf, SharedLife } from './caller-life.ts';

/** Connects a caller that has sent a number of requests on one connection; returns the responses, which are still to be sent. */
async function connectCaller(requests: number) {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => void responses.push(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests));
  await expect.poll(() => responses.length, { interval: 5 }).toBe(requests);
  return { socket, responses };
}

it('resources held for a caller are released once when it leaves, even if its reply waits behind another', async () => {
  const before = countHeld('upload');
  const { socket, responses } = await connectCaller(3);
  const released: number[] = [];
  for (const [n, response] of responses.entries()) lifeOf(response).hold('upload', () => released.push(n));
  expect(countHeld('upload') - before).toBe(3);
  socket.destroy();
  await expect.poll(() => released.toSorted(), { interval: 5 }).toEqual([0, 1, 2]);
  expect(countHeld('upload')).toBe(before);
});

it('nothing can be held for a caller who has already gone', async () => {
  const { socket, responses } = await connectCaller(2);
  const gone = Promise.all(responses.map((response) => once(response, 'close')));
  socket.destroy();
  await gone;
  for (const response of responses) {
    const life = lifeOf(response);
    expect([life.isOver, life.signal.aborted]).toEqual([true, true]);
    expect(() => life.hold('upload', () => expect.unreachable())).toThrow(CallerGoneError);
  }
});

it('the life of a caller is over when the reply is sent; the next reply on the connection has a separate life', async () => {
  const { responses } = await connectCaller(2);
  const [first, second] = responses.map(lifeOf);
  const ended = once(responses[0] as ServerResponse, 'close');
  responses[0]?.end('done');
  await ended;
  expect([first?.isOver, second?.isOver]).toEqual([true, false]);
});

it('a resource that was released early is not released again at the end of the life', () => {
  const life = new CallerLife();
  const before = countHeld('queue');
  let released = 0;
  const letGo = life.hold('queue', () => (released += 1));
  letGo();
  letGo();
  life.end();
  expect([released, countHeld('queue')]).toEqual([1, before]);
});

it('a shared life is over when the last of its callers has gone; then no other caller can join it', () => {
  const [one, two] = [new CallerLife(), new CallerLife()];
  const shared = new SharedLife();
  shared.join(one);
  shared.join(two);
  one.end();
  expect(shared.isOver).toBe(false);
  two.end();
  expect(shared.isOver).toBe(true);
  expect(() => shared.join(new CallerLife())).toThrow(CallerGoneError);
});
