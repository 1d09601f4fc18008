import { $isListNode } from '@lexical/list';
import { $isHeadingNode, $isQuoteNode } from '@lexical/rich-text';
import { $getSelectionStyleValueForProperty } from '@lexical/selection';
import { $findMatchingParent, $getSelection, $isRangeSelection, $isRootOrShadowRoot } from 'lexical';
import type { LexicalNode, RangeSelection } from 'lexical';
import { DEFAULT_TEXT_SIZE } from '#contract/text/rich-text.ts';
import type { TextFont } from '#contract/text/rich-text.ts';
import { $isCodeBlockNode } from '../nodes/code-block-node.ts';
import type { BlockType } from './format-commands.ts';
import { $getSelectedImage } from '../images/select-image.ts';
import { readNodeStyle } from '../nodes/node-style.ts';

/** Formats of text that a button switches, in the order of the toolbar. */
export const TEXT_FORMATS = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** What the toolbar shows of the place where the caret is. */
export interface Formats {
  readonly active: readonly TextFormat[];
  readonly block: BlockType;
  /** Undefined where several are selected. */
  readonly sizePx: number | undefined;
  /** '' is the shop's own; undefined where several are selected. */
  readonly font: TextFont | '' | undefined;
  readonly image:
    { readonly key: string; readonly src: string; readonly alt: string; readonly title: string } | undefined;
}

export const NO_FORMATS: Formats = {
  active: [],
  block: 'paragraph',
  sizePx: DEFAULT_TEXT_SIZE,
  font: '',
  image: undefined,
};

/** Reads the formats of the selection; to be called within a read of the editor. */
export function $readFormats(): Formats {
  const selection = $getSelection();
  const image = $getSelectedImage();
  if (!$isRangeSelection(selection)) {
    if (!image) return NO_FORMATS;
    return {
      ...NO_FORMATS,
      image: { key: image.getKey(), src: image.getSrc(), alt: image.getAlt(), title: image.getTitle() },
    };
  }
  return {
    active: TEXT_FORMATS.filter((format) => selection.hasFormat(format)),
    block: $readBlock(selection.anchor.getNode()),
    ...$readStyle(selection),
    image: undefined,
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
