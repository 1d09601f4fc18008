import { decodeCardsBlock } from '#contract/blocks/cards-block.ts';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { ColumnIndex } from '#sync/catalog/index/column-index.ts';
import { queryCatalog } from '#sync/catalog/query/query-catalog.ts';
import { countMemory } from '#sync/testing/count-memory.ts';
import { createSearchRank, findSearched } from '#sync/catalog/query/select-rows.ts';

const REPEATS = 20;

/** Measures queries inside the engine, without the transfer to the page: searches with all hits, sorts and category changes with totals. */
export async function measureQueries(
  searches: readonly string[],
  states: readonly BrowseState[],
): Promise<{ searchMs: number[]; queryMs: number[]; memoryBytes: number }> {
  const manifest = (await (await fetch('/api/sync/pc/manifest')).json()) as Manifest;
  const entries = manifest.blocks.filter((block) => block.kind === 'cards');
  const blocks = await Promise.all(
    entries.map(async ({ hash }) =>
      decodeCardsBlock(new Uint8Array(await (await fetch(`/api/sync/blocks/${hash}`)).arrayBuffer())),
    ),
  );
  const index = new ColumnIndex('affiliate', blocks);
  for (const state of [EMPTY_BROWSE_STATE, ...states]) queryCatalog(index, state);
  const time = (run: () => unknown): number => {
    const startMs = performance.now();
    run();
    return performance.now() - startMs;
  };
  const repeat = <T>(inputs: readonly T[], run: (input: T) => unknown): number[] =>
    Array.from({ length: REPEATS }).flatMap(() => inputs.map((input) => time(() => run(input))));
  return {
    searchMs: repeat(searches, (text) => findSearched(index, text, [])?.map(createSearchRank(index, text, []))),
    queryMs: repeat(states, (state) => queryCatalog(index, state)),
    memoryBytes: countMemory(index),
  };
}
