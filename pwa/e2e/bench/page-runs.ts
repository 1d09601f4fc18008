import { chromium } from '@playwright/test';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import { CHROMIUM_ARGUMENTS, getChromium } from '../support/browser/find-chromium.ts';
import { CATALOGUE_READY } from '../support/browser/catalogue-ready.ts';

/** DevTools' slow 4G: 1.47 Mbit/s, 562 ms to the first byte of a reply. */
const SLOW_4G = { latencyMs: 562, bytesPerSecond: 1_470_000 / 8 } as const;
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const;
const SLOW_PROCESSOR = 4;
/** Paints and layout shifts within this time count. */
const SETTLED_MS = 4_000;

/** Times that a visitor waits, in ms; `shift` is the cumulative layout shift. */
export interface PageFigures {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockedMs: number;
  readonly shift: number;
}

/** Longest time from an input to the next frame, in ms, by action. */
export interface TapFigures {
  readonly openProduct: number;
  readonly sort: number;
}

/** Collects paints, shifts, long tasks and input delays from the start of each document. */
const observe = (): void => {
  const seen = { largest: 0, shift: 0, blocked: 0, input: 0 };
  Object.assign(globalThis, { seen });
  const watch = (type: string, note: (entry: PerformanceEntry & Record<string, number>) => void): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as PerformanceEntry & Record<string, number>);
    }).observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 16 }) });
  watch('largest-contentful-paint', (entry) => {
    seen.largest = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    if (!entry['hadRecentInput']) seen.shift += entry['value'] ?? 0;
  });
  watch('longtask', (entry) => {
    seen.blocked += Math.max(entry.duration - 50, 0);
  });
  watch('event', (entry) => {
    if (entry['interactionId']) seen.input = Math.max(seen.input, entry.duration);
  });
};

declare global {
  var seen: { largest: number; shift: number; blocked: number; input: number };
}

async function withPhone<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: getChromium(), args: CHROMIUM_ARGUMENTS });
  try {
    const context = await browser.newContext(PHONE);
    await context.addInitScript(observe);
    return await work(context);
  } finally {
    await browser.close();
  }
}

async function openPage(context: BrowserContext, slowdown: number): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

async function readFigures(page: Page): Promise<PageFigures> {
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largestPaintMs: seen.largest,
    blockedMs: seen.blocked,
    shift: seen.shift,
  }));
}

/** B3: a first visit on slow 4G with a processor four times slower. */
export async function runSlowFirstVisit(serverUrl: string, path: string): Promise<PageFigures> {
  const proxy = await startHttpProxy(serverUrl);
  Object.assign(proxy, SLOW_4G);
  try {
    return await withPhone(async (context) => {
      const page = await openPage(context, SLOW_PROCESSOR);
      await page.goto(`${proxy.url}${path}`, { waitUntil: 'load' });
      return readFigures(page);
    });
  } finally {
    await proxy.stop();
  }
}

/** B4: the same address offline, served by the service worker. */
export async function runOfflineVisit(serverUrl: string, path: string, slowdown: number): Promise<PageFigures> {
  return withPhone(async (context) => {
    const first = await context.newPage();
    await first.goto(`${serverUrl}${path}`, { waitUntil: 'load' });
    await first.locator(CATALOGUE_READY).waitFor();
    await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await first.reload({ waitUntil: 'load' });
    await first.waitForTimeout(1_500);
    await first.close();
    await context.setOffline(true);
    const page = await openPage(context, slowdown);
    await page.goto(`${serverUrl}${path}`, { waitUntil: 'load' });
    return readFigures(page);
  });
}

/** Measures the longest time from an input of `act` to the next frame, in ms; the browser does not report less than 16 ms. */
async function measureInput(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    seen.input = 0;
  });
  await act();
  await page.waitForTimeout(800);
  return page.evaluate(() => Math.max(seen.input, 16));
}

/** Taps the middle of an element. A locator's own tap runs checks in the page, which would count as input delay. */
async function tapAt(page: Page, target: Locator): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  const box = await target.boundingBox();
  if (!box) throw new Error('What is to be tapped is not on the screen');
  return measureInput(page, () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2));
}

async function openSettled(context: BrowserContext, address: string): Promise<Page> {
  const page = await openPage(context, SLOW_PROCESSOR);
  await page.goto(address, { waitUntil: 'load' });
  await page.locator(CATALOGUE_READY).waitFor();
  await page.waitForTimeout(2_000);
  return page;
}

/** B5: typing a search, letter by letter, with a processor four times slower. */
export const runTyping = (serverUrl: string, path: string, text: string): Promise<number> =>
  withPhone(async (context) => {
    const page = await openSettled(context, serverUrl + path);
    return measureInput(page, () => page.getByRole('searchbox').pressSequentially(text, { delay: 120 }));
  });

/** B5: taps on a page with a stored catalogue, with a processor four times slower. */
export const runTaps = (serverUrl: string, path: string): Promise<TapFigures> =>
  withPhone(async (context) => {
    const page = await openSettled(context, serverUrl + path);
    const openProduct = await tapAt(page, page.locator('main section:has(> ul) article h3').first());
    await page.goBack();
    await page.getByRole('button', { name: 'Open the sidebar' }).tap();
    const sort = await tapAt(page, page.getByRole('button', { name: 'Most Viewed' }));
    return { openProduct, sort };
  });
