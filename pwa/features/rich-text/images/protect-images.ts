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

/** Says that the running update may take pictures out of the text. */
export const $allowImageRemoval = (): void => $addUpdateTag(REMOVAL);

/**
 * Pictures leave the text by their button only. Backspace and Delete beside one do nothing; whatever else would take one away
 * (typing over a selection, cutting, a keyboard's own replacements) leaves it at the caret.
 */
export function protectImages(editor: LexicalEditor): () => void {
  /** The pictures of the state on the screen. */
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
      // Another text comes without the pictures of the one before.
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

/** Whether a deletion in a direction would hit a picture: one that is selected, or the one beside the caret. */
function $isBesideImage(isBackward: boolean): boolean {
  const selection = $getSelection();
  if ($isNodeSelection(selection)) return selection.getNodes().some($isImageNode);
  return (
    $isRangeSelection(selection) &&
    selection.isCollapsed() &&
    $isImageNode($getAdjacentNode(selection.focus, isBackward))
  );
}
