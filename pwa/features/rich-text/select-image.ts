import {
  $createNodeSelection,
  $getNearestNodeFromDOMNode,
  $getSelection,
  $isNodeSelection,
  $setSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
} from 'lexical';
import type { LexicalEditor } from 'lexical';
import { $isImageNode } from './image-node.ts';
import type { ImageNode } from './image-node.ts';

/** A press on a picture selects it. */
export const registerSelectImage = (editor: LexicalEditor): (() => void) =>
  editor.registerCommand(
    CLICK_COMMAND,
    ({ target }) => {
      const node = target instanceof HTMLImageElement ? $getNearestNodeFromDOMNode(target) : null;
      if (!$isImageNode(node)) return false;
      const selection = $createNodeSelection();
      selection.add(node.getKey());
      $setSelection(selection);
      return true;
    },
    COMMAND_PRIORITY_LOW,
  );

/** The picture that is selected, if it is the only thing that is. */
export function $getSelectedImage(): ImageNode | undefined {
  const selection = $getSelection();
  const nodes = $isNodeSelection(selection) ? selection.getNodes() : [];
  const [only] = nodes;
  return nodes.length === 1 && $isImageNode(only) ? only : undefined;
}
