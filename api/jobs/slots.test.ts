import { expect, it } from 'vitest';
import { CallerGoneError, CallerLife } from '../http/caller/caller-life.ts';
import { createSlots } from './slots.ts';

it('tasks run in order, as many at once as there are slots, even after one has failed', async () => {
  const inTurn = createSlots(2);
  const order: string[] = [];
  const gates = ['a', 'b', 'c'].map((name) => ({ name, ...Promise.withResolvers<void>() }));
  const done = gates.map(({ name, promise }) =>
    inTurn(() => {
      order.push(name);
      return promise;
    }),
  );
  const failure = expect(done[0]).rejects.toThrow('failed');
  await Promise.resolve();
  expect(order).toEqual(['a', 'b']);
  gates[0]?.reject(new Error('failed'));
  await failure;
  await expect.poll(() => order).toEqual(['a', 'b', 'c']);
  for (const { resolve } of gates) resolve();
  await Promise.all(done.slice(1));
});

it('a waiting task is skipped when its caller leaves, and the next one starts', async () => {
  const inTurn = createSlots(1);
  const gate = Promise.withResolvers<void>();
  const life = new CallerLife();
  const first = inTurn(() => gate.promise);
  const left = inTurn(() => expect.unreachable(), life);
  const next = inTurn(() => Promise.resolve('next'), new CallerLife());
  const rejection = expect(left).rejects.toThrow(CallerGoneError);
  life.end();
  gate.resolve();
  await Promise.all([first, rejection]);
  expect(await next).toBe('next');
  await expect(inTurn(() => expect.unreachable(), life)).rejects.toThrow(CallerGoneError);
});
