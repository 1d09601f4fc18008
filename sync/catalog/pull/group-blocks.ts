import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import { MAX_TOGETHER_BLOCKS, MAX_TOGETHER_BYTES } from '#contract/limits.ts';

/** Divides blocks into those that one request fetches together, in their order. Pure. */
export function groupBlocks(blocks: readonly NamedBlock[]): readonly (readonly NamedBlock[])[] {
  const groups: NamedBlock[][] = [];
  let sizeBytes = 0;
  for (const block of blocks) {
    const group = groups.at(-1);
    sizeBytes += block.bytes;
    if (group && group.length < MAX_TOGETHER_BLOCKS && sizeBytes <= MAX_TOGETHER_BYTES) {
      group.push(block);
      continue;
    }
    groups.push([block]);
    sizeBytes = block.bytes;
  }
  return groups;
}
