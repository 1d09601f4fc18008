import {
  $addUpdateTag,
  $createParagraphNode,
  $getAdjacentNode,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $hasUpdateTag,
  $isNodeSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_HIGH,
  DELETE_CHARACTER_COMMAND,
  DELETE_LINE_COMMAND,
  DELETE_WORD_COMMAND,
  mergeRegister,
  RootNode,
} from 'lexical';
import type { LexicalEditor, NodeKey } from 'lexical';
import { LOADED_TAG } from '../html/html-reporter.ts';
import { $createImageNode, $isImageNode, ImageNode } from '../nodes/image-node.ts';

const REMOVAL = 'remove-images';

/** Allows the running update to remove images. */
export const $allowImageRemoval = (): void => $addUpdateTag(REMOVAL);

/**
 * Allows only the delete button, and clearing the whole document, to remove images. Backspace and Delete beside an image do nothing. After
 * any other edit that removes an image (typing over a selection, cutting, replacements by a keyboard), the image is put back at the caret.
 */
export function protectImages(editor: LexicalEditor): () => void {
  /** Images of the committed editor state. */
  const shown = new Map<NodeKey, { readonly src: string; readonly alt: string; readonly title: string }>();
  return mergeRegister(
    ...[DELETE_CHARACTER_COMMAND, DELETE_WORD_COMMAND, DELETE_LINE_COMMAND].map((command) =>
      editor.registerCommand(command, $isBesideImage, COMMAND_PRIORITY_HIGH),
    ),
    editor.registerMutationListener(ImageNode, (mutations) => {
      for (const [key, mutation] of mutations) {
        const node = editor.getEditorState().read(() => $getNodeByKey(key));
        if (mutation === 'destroyed' || !$isImageNode(node)) shown.delete(key);
        else shown.set(key, { src: node.__src, alt: node.__alt, title: node.__title });
      }
    }),
    // Lexical runs the root's transform last in every update that changes something.
    editor.registerNodeTransform(RootNode, () => {
      // A newly loaded document does not have the previous document's images.
      const isAllowed = $hasUpdateTag(REMOVAL) || $hasUpdateTag(LOADED_TAG);
      const lost = [...shown].filter(([key]) => !$getNodeByKey(key)?.isAttached());
      for (const [key] of lost) shown.delete(key);
      if (lost.length === 0 || isAllowed) return;
      const images = lost.map(([, { src, alt, title }]) => $createImageNode(src, alt, title));
      const selection = $getSelection();
      if ($isRangeSelection(selection)) selection.insertNodes(images);
      else $getRoot().append($createParagraphNode().append(...images));
    }),
  );
}

/** Returns whether a deletion in this direction would remove an image: a selected one, or the one beside the caret. */
function $isBesideImage(isBackward: boolean): boolean {
  const selection = $getSelection();
  if ($isNodeSelection(selection)) return selection.getNodes().some($isImageNode);
  return (
    $isRangeSelection(selection) &&
    selection.isCollapsed() &&
    $isImageNode($getAdjacentNode(selection.focus, isBackward))
  );
}
