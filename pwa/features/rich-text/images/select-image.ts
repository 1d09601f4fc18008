import {
  $createNodeSelection,
  $getNearestNodeFromDOMNode,
  $getSelection,
  $isNodeSelection,
  $setSelection,
  BEFORE_INPUT_COMMAND,
  CLICK_COMMAND,
  COMMAND_PRIORITY_HIGH,
  COMMAND_PRIORITY_LOW,
  mergeRegister,
} from 'lexical';
import type { LexicalEditor } from 'lexical';
import { $isImageNode } from '../nodes/image-node.ts';
import type { ImageNode } from '../nodes/image-node.ts';

/** Selects an image on click; text typed while an image is selected is inserted after it. */
export const registerSelectImage = (editor: LexicalEditor): (() => void) =>
  mergeRegister(
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
    ),
    editor.registerCommand(
      BEFORE_INPUT_COMMAND,
      (event) => {
        const image = $getSelectedImage();
        if (!image) return false;
        // Without a caret, the browser would insert at the start of the document.
        event.preventDefault();
        if (event.inputType === 'insertText' && event.data !== null) image.selectNext(0, 0).insertText(event.data);
        return true;
      },
      COMMAND_PRIORITY_HIGH,
    ),
  );

/** Returns the selected image if it is the only selected node. */
export function $getSelectedImage(): ImageNode | undefined {
  const selection = $getSelection();
  const nodes = $isNodeSelection(selection) ? selection.getNodes() : [];
  const [only] = nodes;
  return nodes.length === 1 && $isImageNode(only) ? only : undefined;
}
