import { $getNodeByKey, $nodesOfType } from 'lexical';
import type { LexicalEditor } from 'lexical';
import { useEffect, useState } from 'react';
import { logWarning } from '#pwa/platform/browser/log-warning.ts';
import { DeletedImages } from './deleted-images.ts';
import type { EditorImageStore } from './editor-image-store.ts';
import { insertImage } from '../toolbar/format-commands.ts';
import { $isImageNode, ImageNode } from '../nodes/image-node.ts';
import { $allowImageRemoval } from './protect-images.ts';

export interface EditorImages {
  readonly isUploading: boolean;
  /** Uploads pictures one after the other and puts each into the text. */
  readonly add: (files: readonly File[]) => Promise<void>;
  /** Takes a picture out of the text, then deletes it. */
  readonly remove: (key: string, src: string) => Promise<void>;
}

/** Pictures of a text as they come and go. What fails is only logged. */
export function useImages(editor: LexicalEditor, pictures: EditorImageStore): EditorImages {
  const [uploads, setUploads] = useState(0);
  const [deleted] = useState(() => new DeletedImages());

  useEffect(() => deleted.watch(editor), [deleted, editor]);

  const add = async (files: readonly File[]): Promise<void> => {
    setUploads((last) => last + 1);
    for (const file of files) {
      try {
        insertImage(editor, await pictures.add(file));
      } catch (error) {
        logWarning('An image of the description was not uploaded', error);
      }
    }
    setUploads((last) => last - 1);
  };

  const remove = async (key: string, src: string): Promise<void> => {
    editor.update(
      () => {
        $allowImageRemoval();
        const node = $getNodeByKey(key);
        if (!$isImageNode(node)) return;
        node.selectNext(0, 0);
        node.remove();
      },
      { discrete: true },
    );
    const isStillShown = editor.read(() => $nodesOfType(ImageNode).some((node) => node.getSrc() === src));
    if (isStillShown) return;
    deleted.add(src);
    try {
      await pictures.remove(src);
    } catch (error) {
      logWarning('An image of the description was not deleted', error);
    }
  };

  return { isUploading: uploads > 0, add, remove };
}
