import { expect, test } from 'vitest';
import { startLiveQuery } from './live-query.ts';

/** A question whose answers the test gives by hand. */
function setUp() {
  const asked: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const shown: string[] = [];
  const follower = startLiveQuery(() => new Promise<string>((resolve, reject) => asked.push({ resolve, reject })), {
    answer: (answer) => shown.push(answer),
    failure: (error) => shown.push(String(error)),
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { asked, shown, follower, settle };
}

test('the answer is shown, and the next one after a change', async () => {
  const { asked, shown, follower, settle } = setUp();
  asked[0]?.resolve('one');
  await settle();
  follower.refetch();
  asked[1]?.resolve('two');
  await settle();
  expect(shown).toEqual(['one', 'two']);
});

test('any number of changes during a question leads to one more', async () => {
  const { asked, shown, follower, settle } = setUp();
  follower.refetch();
  follower.refetch();
  follower.refetch();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve('one');
  await settle();
  expect(asked).toHaveLength(2);
  asked[1]?.resolve('two');
  await settle();
  expect(asked).toHaveLength(2);
  expect(shown).toEqual(['one', 'two']);
});

test('a failure is shown and does not stop the following', async () => {
  const { asked, shown, follower, settle } = setUp();
  asked[0]?.reject(new Error('lost'));
  await settle();
  follower.refetch();
  asked[1]?.resolve('back');
  await settle();
  expect(shown).toEqual(['Error: lost', 'back']);
});

test('after closing nothing is shown or asked', async () => {
  const { asked, shown, follower, settle } = setUp();
  follower.refetch();
  follower.close();
  asked[0]?.resolve('late');
  await settle();
  follower.refetch();
  expect(asked).toHaveLength(1);
  expect(shown).toEqual([]);
});
