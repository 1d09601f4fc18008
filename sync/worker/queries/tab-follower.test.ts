import { beforeEach, expect, it, vi } from 'vitest';
import type { TabMessage } from '../../tabs/tab-channel.ts';
import { StatusBoard } from '../status-board.ts';
import type { BackgroundAccess } from '../background-access.ts';
import { TabState } from '../tab-context.ts';
import type { TabContext } from '../tab-context.ts';
import { TabFollower } from './tab-follower.ts';

let receive: (message: TabMessage) => void;
let isWriting: boolean;
let accountLoads: number;
let held: Set<string>;
let changed: string[];
let board: StatusBoard;
let follower: TabFollower;
let tabState: TabState;
let catchUp: () => Promise<boolean>;
const settle = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  isWriting = false;
  accountLoads = 0;
  held = new Set(['pc']);
  changed = [];
  board = new StatusBoard(() => undefined);
  tabState = new TabState();
  catchUp = async () => true;
  const fakes = {
    account: { ifLoaded: vi.fn(), get: async () => void (accountLoads += 1) },
    catalogs: { has: (shop: string) => held.has(shop), catchUp: () => catchUp() },
    environment: { channel: { receive: (receiver: typeof receive) => (receive = receiver) } },
  };
  const background = {
    get leaderSync() {
      return { isWriting, isLeading: isWriting, followShop: () => undefined };
    },
  } as unknown as BackgroundAccess;
  const showChanged = (shop: string): unknown => changed.push(shop);
  follower = new TabFollower({ ...(fakes as unknown as TabContext), board, tabState, showChanged }, background);
});

it('a tab reads every shop that it holds when messages may have been lost', async () => {
  held.add('ayz');
  follower.followAll();
  await settle();
  expect(changed.toSorted()).toEqual(['ayz', 'pc']);
});

it('a tab that writes ignores the changes and statuses that other tabs report', async () => {
  isWriting = true;
  receive({ type: 'changed', shop: 'pc' });
  receive({ type: 'status', status: { ...board.get('pc'), catalogue: 'ready' } });
  await settle();
  expect([changed, board.get('pc').catalogue]).toEqual([[], 'empty']);
});

it('a storage failure is reported', async () => {
  catchUp = () => Promise.reject(new Error('the storage fails'));
  receive({ type: 'changed', shop: 'pc' });
  await settle();
  expect([changed, board.get('pc').problem]).toEqual([[], 'device-error']);
});

it('a tab shows the leader’s status, except for what it holds itself', () => {
  board.update('pc', { catalogue: 'partial' });
  receive({ type: 'status', status: { ...board.get('pc'), catalogue: 'ready', isLeader: true, isLive: true } });
  expect(board.get('pc')).toMatchObject({ catalogue: 'partial', isLeader: false, isLive: true });
});

it('a tab notes shops that other tabs open, and ignores messages of other builds', () => {
  receive({ type: 'opened', shop: 'default' });
  receive({ type: 'of another build' } as unknown as TabMessage);
  expect([...tabState.opened]).toEqual(['default']);
});

it('[PULL8] when another tab has loaded the account, only the leader loads it too, to send for that tab', async () => {
  receive({ type: 'account' });
  isWriting = true;
  await settle();
  expect(accountLoads).toBe(0);
  receive({ type: 'account' });
  await settle();
  expect(accountLoads).toBe(1);
});
