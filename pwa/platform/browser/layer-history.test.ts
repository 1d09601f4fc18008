import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { property } from '#api/testing/hostile/fuzz.ts';

/** Connects the page with `popstate`, as the first component that reads the address does. */
vi.mock('react', () => ({ useSyncExternalStore: (subscribe: (listener: () => void) => void) => subscribe(() => {}) }));

interface Entry {
  readonly url: string;
  readonly state: { readonly layer?: { readonly depth: number } } | null;
}

const START = 'https://shop.example/?at=0';

/** A tab's history. `go` returns at once, and the tab arrives at the entry later, in a separate task. */
class Tab {
  #entries: Entry[] = [{ url: START, state: null }];
  #index = 0;
  /** The indexes of the entries at which the tab will arrive. */
  readonly #arrivals: number[] = [];
  onArrival = (): void => undefined;

  get state(): Entry['state'] {
    return this.#entry.state;
  }
  get url(): string {
    return this.#entry.url;
  }
  get isGoing(): boolean {
    return this.#arrivals.length > 0;
  }
  get #entry(): Entry {
    return this.#entries[this.#index] as Entry;
  }

  /** Like `history.go` and the browser's buttons. */
  go(steps: number): void {
    if (this.#entries[this.#index + steps]) this.#arrivals.push(this.#index + steps);
  }

  /** Arrives at the entry that the oldest pending `go` leads to, if it still exists. */
  arrive(): void {
    const index = this.#arrivals.shift();
    if (index === undefined || !this.#entries[index]) return;
    this.#index = index;
    this.onArrival();
  }

  pushState(state: Entry['state'], _: string, url = this.url): void {
    this.#entries = [...this.#entries.slice(0, this.#index + 1), { state, url: new URL(url, this.url).href }];
    this.#index += 1;
  }

  replaceState(state: Entry['state'], _: string, url = this.url): void {
    this.#entries[this.#index] = { state, url: new URL(url, this.url).href };
  }
}

let frames: (() => void)[];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('scrollX', 0);
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs the pending microtasks. */
const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** Paints a frame and runs the callbacks that wait for it. */
async function paint(): Promise<void> {
  for (const frame of frames.splice(0)) frame();
  vi.advanceTimersByTime(1);
  await rest();
}

/** A page in a tab, and what must be on the screen once nothing is pending. */
async function openPage() {
  vi.resetModules();
  const tab = new Tab();
  vi.stubGlobal('history', tab);
  vi.stubGlobal('location', {
    get href() {
      return tab.url;
    },
  });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (tab.onArrival = listener));
  const { openLayer } = await import('./layer-history.ts');
  const { navigate, useSearch } = await import('./navigation.ts');
  useSearch();

  const expected = { addresses: [START], layers: 0 };
  const layers: (() => void)[] = [];
  let number = 0;
  /** Closes the layer on top, as its component does. */
  const close = (): void => {
    const leave = layers.pop();
    if (leave) queueMicrotask(leave);
  };
  /** True after a followed link, until the page is painted while no arrival at an entry is pending. */
  let isNew = false;
  const go = (isReplaced: boolean): void => {
    number += 1;
    isNew ||= !isReplaced;
    if (isReplaced) expected.addresses.pop();
    expected.addresses.push(`https://shop.example/?at=${number}`);
    navigate(`/?at=${number}`, { replace: isReplaced });
  };
  const settle = async (): Promise<void> => {
    do {
      await rest();
      tab.arrive();
      await rest();
      await paint();
    } while (tab.isGoing || frames.length > 0);
  };
  return {
    settle,
    expected,
    isGoing: () => tab.isGoing,
    shown: () => ({ address: tab.url, layers: layers.length, steps: tab.state?.layer?.depth ?? 0 }),
    wanted: () => ({ address: expected.addresses.at(-1), layers: expected.layers, steps: expected.layers }),
    openLayer: () => {
      expected.layers += 1;
      layers.push(openLayer(close));
    },
    closeLayer: () => {
      expected.layers -= 1;
      close();
    },
    // Only one new address until the browser has arrived: no visitor follows two links within a moment.
    follow: () => (tab.isGoing && isNew) || go(false),
    replace: () => go(true),
    back: () => {
      if (expected.layers > 0) expected.layers -= 1;
      else expected.addresses.pop();
      tab.go(-1);
    },
    arrive: () => tab.arrive(),
    paint: async () => {
      await paint();
      isNew &&= tab.isGoing;
    },
  };
}

type Page = Awaited<ReturnType<typeof openPage>>;

/** A visitor's steps and the browser's, in any order. "Back" is pressed only over a layer; until it takes effect, no layer opens or closes. */
const STEPS: Readonly<Record<string, (page: Page) => unknown>> = {
  openLayer: (page) => page.isGoing() || page.openLayer(),
  closeLayer: (page) => page.isGoing() || page.expected.layers === 0 || page.closeLayer(),
  follow: (page) => page.follow(),
  replace: (page) => page.replace(),
  back: (page) => page.isGoing() || page.expected.layers === 0 || page.back(),
  arrive: (page) => page.arrive(),
  paint: (page) => page.paint(),
  wait: () => vi.advanceTimersByTime(3_000),
};

it('"back" closes the layer on top and nothing else, whenever the browser arrives', async () => {
  const steps = fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(steps, async (names) => {
      const page = await openPage();
      for (const name of names) {
        await STEPS[name]?.(page);
        await rest();
      }
      await page.settle();
      expect(page.shown()).toEqual(page.wanted());
      while (page.expected.layers > 0 || page.expected.addresses.length > 1) {
        page.back();
        await page.settle();
        expect(page.shown()).toEqual(page.wanted());
      }
    }),
    {
      ...property(3_000),
      // "Back" before a filter that a layer applied is painted; a search typed before a filter is applied; a browser that takes seconds to go back.
      examples: [
        [['openLayer', 'follow', 'back']],
        [['openLayer', 'replace', 'follow']],
        [['openLayer', 'closeLayer', 'replace', 'wait']],
      ],
    },
  );
});
