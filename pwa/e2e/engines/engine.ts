/** A browser on a profile folder, in the few words that a journey needs. Elements are named by XPath, which every engine has. */
export interface EngineBrowser {
  /** Name and version, as the browser itself says them. */
  readonly version: string;
  /** What pages threw and wrote to the console as an error so far. */
  readonly errors: string[];
  goto(url: string): Promise<void>;
  /** Runs a function in the page, without anything of what surrounds it. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Presses what a person would press, as soon as it can be pressed. */
  click(xpath: string): Promise<void>;
  /** Types into a field, key by key. */
  type(xpath: string, text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** PNG of what is seen. */
  screenshot(): Promise<Uint8Array>;
  /** Ends all of its processes as a person does; the profile stays. */
  quit(): Promise<void>;
}

/** One of the engines, or why it cannot be tested here and how to change that. */
export type Engine = { readonly name: 'Chromium' | 'Firefox' | 'WebKit' } & Startable;

export type Startable = { start(profile: string): Promise<EngineBrowser> } | { readonly missing: string };
