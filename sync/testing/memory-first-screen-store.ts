import type { FirstScreenStore } from '../first-screens/first-screen-cache.ts';

/** First screens in memory, in the order in which they were put. */
export class MemoryFirstScreenStore implements FirstScreenStore {
  readonly screens = new Map<string, string>();
  /** Number of writes. */
  puts = 0;

  async find(address: string): Promise<string | undefined> {
    return this.screens.get(address);
  }

  async put(address: string, json: string): Promise<void> {
    this.puts += 1;
    this.screens.delete(address);
    this.screens.set(address, json);
  }

  async delete(address: string): Promise<void> {
    this.screens.delete(address);
  }

  async list(): Promise<string[]> {
    return [...this.screens.keys()];
  }
}
