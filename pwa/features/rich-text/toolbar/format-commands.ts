import {
  $isListItemNode,
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  REMOVE_LIST_COMMAND,
} from '@lexical/list';
import { $createHeadingNode, $createQuoteNode } from '@lexical/rich-text';
import type { HeadingTagType } from '@lexical/rich-text';
import { $patchStyleText, $setBlocksType } from '@lexical/selection';
import {
  $createParagraphNode,
  $findMatchingParent,
  $getRoot,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  $setSelection,
  INDENT_CONTENT_COMMAND,
  OUTDENT_CONTENT_COMMAND,
} from 'lexical';
import type { ElementNode, LexicalEditor } from 'lexical';
import { DEFAULT_TEXT_SIZE } from '#contract/text/rich-text.ts';
import type { TextFont } from '#contract/text/rich-text.ts';
import { toCss } from '#pwa/ui/html/html-style.ts';
import { $findCodeBlock, CodeBlockNode } from '../nodes/code-block-node.ts';
import { $createImageNode } from '../nodes/image-node.ts';
import { $allowImageRemoval } from '../images/protect-images.ts';
import { RuleNode } from '../nodes/rule-node.ts';

/** Types of text blocks. */
export type BlockType = 'paragraph' | HeadingTagType | 'quote' | 'code-block' | 'ul' | 'ol';

const MAKE: Record<Exclude<BlockType, 'ul' | 'ol' | HeadingTagType>, () => ElementNode> = {
  paragraph: $createParagraphNode,
  quote: () => $createQuoteNode(),
  'code-block': () => new CodeBlockNode(),
};

/** Changes the selected blocks to a type. */
export function setBlockType(editor: LexicalEditor, type: BlockType): void {
  if (type === 'ul') return void editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined);
  if (type === 'ol') return void editor.dispatchCommand(INSERT_ORDERED_LIST_COMMAND, undefined);
  editor.update(() => {
    if ($isInList()) editor.dispatchCommand(REMOVE_LIST_COMMAND, undefined);
    const make = type in MAKE ? MAKE[type as keyof typeof MAKE] : () => $createHeadingNode(type as HeadingTagType);
    $setBlocksType($getSelection(), make);
  });
}

/** Sets the size of the selected text or of the next typed text; the default size removes the style. */
export const setTextSize = (editor: LexicalEditor, sizePx: number): void =>
  editor.update(() => {
    const { fontSize = null, lineHeight = null } = sizePx === DEFAULT_TEXT_SIZE ? {} : toCss({ sizePx });
    $patchStyle({ 'font-size': fontSize, 'line-height': lineHeight });
  });

/** Sets the font of the selected text or of the next typed text; undefined is the shop's font. */
export const setTextFont = (editor: LexicalEditor, font: TextFont | undefined): void =>
  editor.update(() => $patchStyle({ 'font-family': font === undefined ? null : (toCss({ font }).fontFamily ?? null) }));

function $patchStyle(patch: Record<string, string | null>): void {
  const selection = $getSelection();
  if (selection !== null && $findCodeBlock() === null) $patchStyleText(selection, patch);
}

/** Indents or outdents the selected list items. */
export const indentItem = (editor: LexicalEditor, isInwards: boolean): boolean =>
  editor.dispatchCommand(isInwards ? INDENT_CONTENT_COMMAND : OUTDENT_CONTENT_COMMAND, undefined);

export const insertRule = (editor: LexicalEditor): void =>
  editor.update(() => {
    $selectSomething();
    $insertNodes([new RuleNode()]);
  });

/** Inserts an image at the current or last caret position. */
export const insertImage = (editor: LexicalEditor, src: string): void =>
  editor.update(() => {
    $selectSomething();
    $insertNodes([$createImageNode(src)]);
  });

/** Removes all content, images included. */
export const clearContent = (editor: LexicalEditor): void =>
  editor.update(() => {
    $allowImageRemoval();
    const paragraph = $createParagraphNode();
    $getRoot().clear().append(paragraph);
    paragraph.select();
  });

/** Returns whether the selection starts in a list. */
export function $isInList(): boolean {
  const selection = $getSelection();
  return $isRangeSelection(selection) && $findMatchingParent(selection.anchor.getNode(), $isListItemNode) !== null;
}

/** Ensures a range selection: after a selected image, or at the end of the document if nothing was ever selected. */
function $selectSomething(): void {
  const selection = $getSelection();
  if ($isRangeSelection(selection)) return;
  const [node] = selection?.getNodes() ?? [];
  $setSelection(node ? node.selectNext(0, 0) : $getRoot().selectEnd());
}
