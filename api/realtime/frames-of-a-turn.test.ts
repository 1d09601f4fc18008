import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { holdFrames } from './frames-of-a-turn.ts';

/** A stream that records what each system call would carry. */
function createStream(): { readonly stream: Duplex; readonly calls: string[] } {
  const calls: string[] = [];
  const stream = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      calls.push(chunk.toString());
      done();
    },
    writev(chunks, done) {
      calls.push(chunks.map(({ chunk }) => String(chunk)).join(''));
      done();
    },
  });
  return { stream, calls };
}

const write = ({ stream }: { stream: Duplex }, text: string): void => {
  holdFrames(stream);
  stream.write(text);
};

it('frames of one turn are sent together and in order, and those of the next turn after them', async () => {
  const [a, b] = [createStream(), createStream()];
  write(a, '1');
  await Promise.resolve();
  write(b, '2');
  write(a, '3');
  expect([a.calls, b.calls]).toEqual([[], []]);
  await setImmediate();
  expect([a.calls, b.calls]).toEqual([['13'], ['2']]);
  write(a, '4');
  await setImmediate();
  expect(a.calls).toEqual(['13', '4']);
});

it('at most a few kilobytes are held, and a stream may end or break meanwhile', async () => {
  const [long, ended, broken] = [createStream(), createStream(), createStream()];
  for (let frame = 0; frame < 100; frame++) {
    write(long, 'x'.repeat(1_000));
    expect(long.stream.writableLength).toBeLessThan(20_000);
  }
  write(ended, '1');
  ended.stream.end('2');
  write(broken, '1');
  broken.stream.destroy();
  await setImmediate();
  expect(long.calls.join('')).toHaveLength(100_000);
  expect(long.calls.length).toBeLessThan(15);
  expect(ended.calls.join('')).toBe('12');
});
