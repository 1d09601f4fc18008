import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLeader } from './leader.ts';
import type { Leader } from './leader.ts';

interface Tab {
  leader: Leader;
  isFrozen: boolean;
  isVisible: boolean;
  terms: AbortSignal[];
  /** What the tab does while it leads. When the promise settles, the tab steps down. */
  work: (signal: AbortSignal) => Promise<void>;
}

/** Name of the lock for which the tabs of one test compete; each test has its own. */
let name: string;
let tabs: Tab[];

function openTab(options: { isVisible?: boolean; work?: Tab['work'] } = {}): Tab {
  const tab: Tab = {
    leader: undefined as unknown as Leader,
    isFrozen: false,
    isVisible: options.isVisible ?? true,
    terms: [],
    work: options.work ?? (() => new Promise(() => undefined)),
  };
  tabs.push(tab);
  tab.leader = createLeader({
    name,
    locks: navigator.locks,
    now: () => Date.now(),
    isVisible: () => tab.isVisible && !tab.isFrozen,
    sendHeartbeat: (isVisible) => {
      if (!tab.isFrozen)
        for (const other of tabs) if (other !== tab && !other.isFrozen) other.leader.receiveHeartbeat(isVisible);
    },
    onLead: (signal) => {
      tab.terms.push(signal);
      return tab.work(signal);
    },
    onFailure: () => undefined,
  });
  return tab;
}

/** The tabs that lead after `ms`. */
async function leadingAfter(ms: number): Promise<Tab[]> {
  await vi.advanceTimersByTimeAsync(ms);
  return tabs.filter((tab) => tab.leader.isLeading);
}

beforeEach(() => {
  vi.useFakeTimers();
  name = crypto.randomUUID();
  tabs = [];
});
afterEach(() => {
  for (const tab of tabs) tab.leader.close();
  vi.useRealTimers();
});

it('[LEAD2] [LEAD3] a visible tab supersedes a frozen leader within 12 s, and hands over at once when it is closed', async () => {
  const first = openTab();
  const second = openTab();
  await vi.advanceTimersByTimeAsync(5_000);
  first.isFrozen = true;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(second.leader.isLeading).toBe(true);
  first.isFrozen = false;
  expect(await leadingAfter(30_000)).toEqual([second]);
  expect(first.terms[0]?.aborted).toBe(true);
  second.leader.close();
  expect(await leadingAfter(10)).toEqual([first]);
  expect(second.terms[0]?.aborted).toBe(true);
});

it('[LEAD1] [LEAD3] a visible tab takes over from a hidden leader after a minute, a hidden tab does not', async () => {
  const first = openTab();
  const second = openTab({ isVisible: false });
  const third = openTab({ isVisible: false });
  await vi.advanceTimersByTimeAsync(5_000);
  first.isVisible = false;
  expect(await leadingAfter(300_000)).toEqual([first]);
  third.isVisible = true;
  expect(await leadingAfter(3_000)).toEqual([third]);
  expect(first.terms[0]?.aborted).toBe(true);
  first.isVisible = true;
  third.isVisible = false;
  expect(await leadingAfter(50_000)).toEqual([third]);
  expect(await leadingAfter(15_000)).toEqual([first]);
  expect(tabs.map(({ terms }) => terms.length)).toEqual([2, 0, 1]);
  expect(second.leader.isLeading).toBe(false);
});

it('[LEAD4] a hidden tab does not take over', async () => {
  const first = openTab();
  const hidden = openTab({ isVisible: false });
  await vi.advanceTimersByTimeAsync(1_000);
  first.isFrozen = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hidden.leader.isLeading).toBe(false);
  hidden.isVisible = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(hidden.leader.isLeading).toBe(true);
});

it('[LEAD6] a leader whose work ends lets another tab lead, and a single tab leads again', async () => {
  const first = openTab({ work: () => Promise.reject(new Error('storage')) });
  await vi.advanceTimersByTimeAsync(10);
  const second = openTab();
  expect(await leadingAfter(10)).toEqual([second]);
  expect(first.terms.length).toBeGreaterThan(0);
  second.leader.close();
  first.work = () => new Promise(() => undefined);
  expect(await leadingAfter(3_000)).toEqual([first]);
});
