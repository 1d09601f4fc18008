import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLeader } from './leader.ts';
import type { Leader } from './leader.ts';

interface Tab {
  leader: Leader;
  isFrozen: boolean;
  isVisible: boolean;
  terms: AbortSignal[];
  /** Settles when the tab steps down. */
  work: (signal: AbortSignal) => Promise<void>;
}

/** Tabs of one test compete for one lock, which no other test has. */
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

const leading = (): Tab[] => tabs.filter((tab) => tab.leader.isLeading);

beforeEach(() => {
  vi.useFakeTimers();
  name = crypto.randomUUID();
  tabs = [];
});
afterEach(() => {
  for (const tab of tabs) tab.leader.close();
  vi.useRealTimers();
});

it('[LEAD1] exactly one of many tabs leads, however long they live', async () => {
  for (let count = 0; count < 5; count++) openTab();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(leading()).toEqual([tabs[0]]);
  expect(tabs.map((tab) => tab.terms.length)).toEqual([1, 0, 0, 0, 0]);
});

it('[LEAD2] closing the leader hands over at once', async () => {
  const first = openTab();
  const second = openTab();
  await vi.advanceTimersByTimeAsync(10);
  first.leader.close();
  await vi.advanceTimersByTimeAsync(10);
  expect(second.leader.isLeading).toBe(true);
  expect(first.terms[0]?.aborted).toBe(true);
});

it('[LEAD3] a visible tab supersedes a frozen leader within 12 s, which steps down when it thaws', async () => {
  const first = openTab();
  const second = openTab();
  await vi.advanceTimersByTimeAsync(5_000);
  first.isFrozen = true;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(second.leader.isLeading).toBe(true);
  first.isFrozen = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(leading()).toEqual([second]);
  expect(first.terms[0]?.aborted).toBe(true);
  second.leader.close();
  await vi.advanceTimersByTimeAsync(10);
  expect(first.leader.isLeading).toBe(true);
});

it('[LEAD3] the tab that is looked at leads after a minute, and hidden ones keep their leader', async () => {
  const first = openTab();
  const second = openTab({ isVisible: false });
  const third = openTab({ isVisible: false });
  await vi.advanceTimersByTimeAsync(5_000);
  first.isVisible = false;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(leading()).toEqual([first]);
  third.isVisible = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(leading()).toEqual([third]);
  expect(first.terms[0]?.aborted).toBe(true);
  first.isVisible = true;
  third.isVisible = false;
  await vi.advanceTimersByTimeAsync(50_000);
  expect(leading()).toEqual([third]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(leading()).toEqual([first]);
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
  await vi.advanceTimersByTimeAsync(10);
  expect(first.terms.length).toBeGreaterThan(0);
  expect(leading()).toEqual([second]);
  second.leader.close();
  first.work = () => new Promise(() => undefined);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(leading()).toEqual([first]);
});
