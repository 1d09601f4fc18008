import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getNodeByKey, $nodesOfType, mergeRegister } from 'lexical';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EditorImageStore } from '#pwa/platform/admin/editor-image-store.ts';
import { DeletedImages } from './deleted-images.ts';
import { drawImages } from './draw-images.ts';
import { insertImage } from '../toolbar/format-commands.ts';
import { $isImageNode, ImageNode } from '../nodes/image-node.ts';
import { $allowImageRemoval } from './protect-images.ts';

export interface EditorImages {
  readonly isUploading: boolean;
  /** Messages about the files that the last `add` did not accept. */
  readonly problems: readonly string[];
  readonly closeProblems: () => void;
  /** Uploads images one after the other and inserts each into the text. */
  readonly add: (files: readonly File[]) => Promise<void>;
  /** Removes an image from the text, then deletes its file unless the text shows the same file elsewhere. */
  readonly remove: (key: string, src: string) => Promise<void>;
}

/** Draws, adds and removes the images of the surrounding editor. Failed uploads and deletions are only logged. */
export function useImages(store: EditorImageStore): EditorImages {
  const [editor] = useLexicalComposerContext();
  const [uploads, setUploads] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [deleted] = useState(() => new DeletedImages());
  const show = useEffectEvent(store.show);

  useEffect(
    () =>
      mergeRegister(
        drawImages(editor, (src) => show(src)),
        deleted.watch(editor),
      ),
    [deleted, editor],
  );

  const add = async (files: readonly File[]): Promise<void> => {
    setProblems([]);
    setUploads((last) => last + 1);
    for (const file of files) {
      try {
        const added = await store.add(file);
        if ('src' in added) insertImage(editor, added.src);
        else setProblems((last) => [...last, added.problem]);
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
      await store.remove(src);
    } catch (error) {
      logWarning('An image of the description was not deleted', error);
    }
  };

  return { isUploading: uploads > 0, problems, closeProblems: () => setProblems([]), add, remove };
}

/** Logs a failure that the page recovers from without a message. */
function logWarning(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- this is the log
  console.warn(what, error);
}
