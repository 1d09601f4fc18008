import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** A layer, opened from the page or from the layer before it. */
export interface LayerStep {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  readonly find: (page: Page) => Locator;
  /** How it is closed without "back"; by Escape if left out. */
  readonly close?: (page: Page) => Promise<void>;
  /** A text that is typed into a field, and must be there when the layer is opened again. */
  readonly typed?: { readonly field: (page: Page) => Locator; readonly text: string };
}

/** Layers that lie over each other, the first one over the page at `path`. */
export interface LayerRow {
  readonly path: string;
  /** Brings the page at `path` to where the first layer can be opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly steps: readonly LayerStep[];
}

/** A phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Reads where the page is in the tab's history, from the browser's own list. */
const readPlace = (page: Page): Promise<number> => page.evaluate(() => navigation.currentEntry?.index ?? -1);

/**
 * Opens the layers of a row and closes them one at a time, first by "back" and then, opened again, by their own `close`. Checks that the
 * page under them and its place in the history stay the same.
 */
export async function tryLayers(page: Page, { path, prepare, steps }: LayerRow): Promise<void> {
  if (new URL(page.url(), 'http://any').pathname + new URL(page.url(), 'http://any').search !== path)
    await page.goto(path);
  await prepare?.(page);
  const address = page.url();
  const places = await open(page, steps, true);
  for (const [index, step] of [...steps.entries()].toReversed()) {
    await page.goBack();
    await expect(step.find(page), `${step.name} closes by "back"`).toHaveCount(0);
    const under = steps[index - 1];
    if (under) await expect(under.find(page), `${under.name} stays open`).toBeVisible();
    expect(await readPlace(page)).toBe(places[index]);
  }
  expect(page.url()).toBe(address);

  await open(page, steps, false);
  for (const [index, step] of [...steps.entries()].toReversed()) {
    await (step.close ? step.close(page) : page.keyboard.press('Escape'));
    await expect(step.find(page), `${step.name} closes`).toHaveCount(0);
    await expect.poll(() => readPlace(page), `${step.name} leaves no step`).toBe(places[index]);
  }
  expect(page.url()).toBe(address);
}

/** Opens layers over each other. Returns the place in the history before each of them. */
async function open(page: Page, steps: readonly LayerStep[], isFirst: boolean): Promise<number[]> {
  const places: number[] = [];
  for (const step of steps) {
    const place = await readPlace(page);
    places.push(place);
    await step.open(page);
    await expect(step.find(page), `${step.name} opens`).toBeVisible();
    await expect.poll(() => readPlace(page), `${step.name} is one step`).toBe(place + 1);
    expect(await listZoomingFields(page), `${step.name} has fields that an iPhone zooms in on`).toEqual([]);
    const { typed } = step;
    if (typed && isFirst) await typed.field(page).fill(typed.text);
    else if (typed) await expect(typed.field(page), `${step.name} keeps what was typed`).toHaveValue(typed.text);
  }
  return places;
}

/** Lists the fields on the screen whose text is smaller than 16 px: iPhones zoom in on them. */
export const listZoomingFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      .filter((field) => field.checkVisibility() && !['checkbox', 'radio', 'range', 'file'].includes(field.type))
      .map((field) => `${field.name || field.ariaLabel || field.id}: ${getComputedStyle(field).fontSize}`)
      .filter((line) => Number.parseFloat(line.split(': ').at(-1) ?? '') < 16),
  );
