import { $isListNode } from '@lexical/list';
import { $isHeadingNode, $isQuoteNode } from '@lexical/rich-text';
import { $getSelectionStyleValueForProperty } from '@lexical/selection';
import { $findMatchingParent, $getSelection, $isRangeSelection, $isRootOrShadowRoot } from 'lexical';
import type { LexicalNode, RangeSelection } from 'lexical';
import { DEFAULT_TEXT_SIZE } from '#contract/text/rich-text.ts';
import type { TextFont } from '#contract/text/rich-text.ts';
import { $isCodeBlockNode } from '../nodes/code-block-node.ts';
import type { BlockType } from './format-commands.ts';
import { readNodeStyle } from '../nodes/node-style.ts';

/** Text formats with a toggle button, in the toolbar's order. */
export const TEXT_FORMATS = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** Formats at the selection. */
export interface Formats {
  readonly active: readonly TextFormat[];
  readonly block: BlockType;
  /** Undefined when the selection has several sizes. */
  readonly sizePx: number | undefined;
  /** '' is the shop's font; undefined when the selection has several fonts. */
  readonly font: TextFont | '' | undefined;
}

const NO_FORMATS: Formats = { active: [], block: 'paragraph', sizePx: DEFAULT_TEXT_SIZE, font: '' };

/** Reads the formats at the selection. Must be called within a read of the editor state. */
export function $readFormats(): Formats {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return NO_FORMATS;
  return {
    active: TEXT_FORMATS.filter((format) => selection.hasFormat(format)),
    block: $readBlock(selection.anchor.getNode()),
    ...$readStyle(selection),
  };
}

function $readStyle(selection: RangeSelection): Pick<Formats, 'sizePx' | 'font'> {
  const size = $getSelectionStyleValueForProperty(selection, 'font-size', `${DEFAULT_TEXT_SIZE}px`);
  const family = $getSelectionStyleValueForProperty(selection, 'font-family', 'none');
  return {
    sizePx: size === '' ? undefined : readNodeStyle(`font-size: ${size}`).sizePx,
    font: family === '' ? undefined : (readNodeStyle(`font-family: ${family}`).font ?? ''),
  };
}

function $readBlock(node: LexicalNode): BlockType {
  const list = $findMatchingParent(node, $isListNode);
  if (list) return list.getTag();
  const block = $findMatchingParent(node, (parent) => $isRootOrShadowRoot(parent.getParent()));
  if ($isHeadingNode(block)) return block.getTag();
  if ($isQuoteNode(block)) return 'quote';
  return $isCodeBlockNode(block) ? 'code-block' : 'paragraph';
}
