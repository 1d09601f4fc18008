/** A browser on a profile folder with the few operations of a journey. Elements are found by XPath, which every engine supports. */
export interface EngineBrowser {
  /** Name and version as the browser reports them. */
  readonly version: string;
  /** Uncaught and console errors of pages so far. */
  readonly errors: string[];
  goto(url: string): Promise<void>;
  /** Runs a function in the page, without its closure. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Clicks an element as soon as it can be clicked. */
  click(xpath: string): Promise<void>;
  /** Types into a field, key by key. */
  type(xpath: string, text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** PNG of the viewport. */
  screenshot(): Promise<Uint8Array>;
  /** Closes the browser normally; the profile stays. */
  quit(): Promise<void>;
}

/** An engine, or why it cannot be tested here and how to install it. */
export type Engine = { readonly name: 'Chromium' | 'Firefox' | 'WebKit' } & Startable;

export type Startable = { start(profile: string): Promise<EngineBrowser> } | { readonly missing: string };
