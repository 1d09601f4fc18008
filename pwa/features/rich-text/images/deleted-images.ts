import { $addUpdateTag, $nodesOfType, HISTORIC_TAG, HISTORY_MERGE_TAG } from 'lexical';
import type { LexicalEditor } from 'lexical';
import { LOADED_TAG } from '../html/html-reporter.ts';
import { ImageNode } from '../nodes/image-node.ts';
import { $allowImageRemoval } from './protect-images.ts';

/** Images whose files were deleted: undo restores the surrounding text without them. */
export class DeletedImages {
  private readonly sources = new Set<string>();

  add(src: string): void {
    this.sources.add(src);
  }

  /** Removes deleted images after each undo and redo; returns an unsubscribe function. */
  watch(editor: LexicalEditor): () => void {
    return editor.registerUpdateListener(({ tags }) => {
      // The newly loaded document may still show these images: the server keeps a file that another product needs.
      if (tags.has(LOADED_TAG)) this.sources.clear();
      if (!tags.has(HISTORIC_TAG) || this.sources.size === 0) return;
      editor.update(() => {
        $allowImageRemoval();
        $addUpdateTag(HISTORY_MERGE_TAG);
        for (const node of $nodesOfType(ImageNode)) if (this.sources.has(node.getSrc())) node.remove();
      });
    });
  }
}
