import { caretFromPoint } from '@lexical/clipboard';
import {
  $createRangeSelectionFromDom,
  $getSelection,
  $insertNodes,
  $isElementNode,
  $isRangeSelection,
  $parseSerializedNode,
  $setSelection,
  COMMAND_PRIORITY_HIGH,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  DRAGSTART_COMMAND,
  DROP_COMMAND,
  getDOMSelection,
  mergeRegister,
  PASTE_COMMAND,
} from 'lexical';
import type { LexicalEditor } from 'lexical';
import { MAX_DESCRIPTION_LENGTH } from '#contract/limits.ts';
import { cleanPasted, dropControlCharacters } from './clean-pasted.ts';
import { $findCodeBlock } from '../nodes/code-block-node.ts';
import { editorState } from '../nodes/state-nodes.ts';
import { toBlocks } from '../html/to-editor-state.ts';
import { toHtml } from '../html/to-html.ts';

/** The maximum length of a clipboard's HTML, as a multiple of a description's maximum: most of Word's HTML is not text. */
const MARKUP_FACTOR = 50;

export interface PasteEvents {
  /** Called when the clipboard contains files, and no HTML that can be inserted. */
  readonly onFiles: (files: readonly File[]) => void;
  /** Called when images of other sites were removed. */
  readonly onDroppedImages: (count: number) => void;
  /** Called when nothing was inserted, because the description would exceed its maximum length. */
  readonly onTooLong: () => void;
}

/**
 * Inserts pasted and dropped content through the page's own HTML parser: Lexical's import uses `DOMParser`, which the administration's
 * content security policy blocks.
 */
export function registerPaste(editor: LexicalEditor, events: PasteEvents): () => void {
  const insert = (data: DataTransfer | null): void => {
    if (data) $insertData(editor, data, events);
  };
  return mergeRegister(
    editor.registerCommand(
      PASTE_COMMAND,
      (event) => {
        event.preventDefault();
        insert('clipboardData' in event ? event.clipboardData : 'dataTransfer' in event ? event.dataTransfer : null);
        return true;
      },
      COMMAND_PRIORITY_HIGH,
    ),
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (event) => {
        if (typeof event === 'string' || !event.dataTransfer) return false;
        insert(event.dataTransfer);
        return true;
      },
      COMMAND_PRIORITY_HIGH,
    ),
    editor.registerCommand(
      DROP_COMMAND,
      (event) => {
        event.preventDefault();
        $selectPoint(event, editor);
        insert(event.dataTransfer);
        return true;
      },
      COMMAND_PRIORITY_HIGH,
    ),
    // Dragging is off: it would remove the selection, which may contain images.
    editor.registerCommand(
      DRAGSTART_COMMAND,
      (event) => {
        event.preventDefault();
        return true;
      },
      COMMAND_PRIORITY_HIGH,
    ),
  );
}

function $insertData(editor: LexicalEditor, data: DataTransfer, events: PasteEvents): void {
  const html = dropControlCharacters(data.getData('text/html'));
  const text = dropControlCharacters(data.getData('text/plain'));
  const files = [...data.files];
  if (Math.max(html.length / MARKUP_FACTOR, text.length) > MAX_DESCRIPTION_LENGTH) return events.onTooLong();
  if ($findCodeBlock() !== null && text !== '') return $insertText(editor, text, events);
  const pasted = cleanPasted(html, location.origin);
  const blocks = toBlocks(pasted.nodes);
  // Files are used only if the HTML yields no blocks. Text copied from Word also comes with an image of that text, which is ignored. An
  // image copied from a web page also comes with HTML, but that HTML only references the image.
  if (files.length > 0 && blocks.length === 0) return events.onFiles(files);
  if (pasted.droppedImages > 0) events.onDroppedImages(pasted.droppedImages);
  if (blocks.length === 0) return $insertText(editor, text, events);
  if (!hasRoom(editor, toHtml(editorState(blocks)).length)) return events.onTooLong();
  const nodes = blocks.map((block) => $parseSerializedNode(block));
  const [only] = nodes;
  // A single paragraph is inserted as text, not as a block.
  const isText = nodes.length === 1 && $isElementNode(only) && only.getType() === 'paragraph';
  $insertNodes(isText ? only.getChildren() : nodes);
}

function $insertText(editor: LexicalEditor, raw: string, { onTooLong }: PasteEvents): void {
  if (!hasRoom(editor, raw.length)) return onTooLong();
  const text = raw.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ');
  const [first = '', ...rest] = $findCodeBlock() ? [text] : text.split(/\n{2,}/);
  $getSelection()?.insertRawText(first);
  for (const paragraph of rest) {
    const selection = $getSelection();
    if (!$isRangeSelection(selection)) return;
    selection.insertParagraph();
    selection.insertRawText(paragraph);
  }
}

const hasRoom = (editor: LexicalEditor, length: number): boolean =>
  toHtml(editor.getEditorState().toJSON()).length + length <= MAX_DESCRIPTION_LENGTH;

/** Moves the caret to the point of a drop. */
function $selectPoint({ clientX, clientY }: DragEvent, editor: LexicalEditor): void {
  const caret = caretFromPoint(clientX, clientY, editor.getRootElement());
  const selection = getDOMSelection(window);
  if (!caret || !selection) return;
  selection.setPosition(caret.node, caret.offset);
  const range = $createRangeSelectionFromDom(selection, editor);
  if (range) $setSelection(range);
}
