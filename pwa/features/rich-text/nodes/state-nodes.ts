import type { SerializedEditorState, SerializedElementNode, SerializedLexicalNode, SerializedTextNode } from 'lexical';
import type { SerializedListItemNode, SerializedListNode } from '@lexical/list';
import type { HeadingTagType, SerializedHeadingNode } from '@lexical/rich-text';

/** Bits of a text node's `format`, as defined by Lexical. */
export const BOLD = 1;
export const ITALIC = 2;
export const STRIKE = 4;
export const UNDERLINE = 8;
export const CODE = 16;
export const SUBSCRIPT = 32;
export const SUPERSCRIPT = 64;

export interface ImageState extends SerializedLexicalNode {
  readonly src: string;
  readonly alt: string;
  readonly title: string;
}
export interface LinkState extends SerializedElementNode {
  readonly href: string;
}

const element = { version: 1, direction: null, format: '', indent: 0 } as const;

export const textState = (text: string, format: number, style: string): SerializedTextNode => ({
  type: 'text',
  version: 1,
  detail: 0,
  mode: 'normal',
  text,
  format,
  style,
});
export const breakState = (): SerializedLexicalNode => ({ type: 'linebreak', version: 1 });
export const ruleState = (): SerializedLexicalNode => ({ type: 'rule', version: 1 });
export const imageState = (src: string, alt: string, title: string): ImageState => ({
  type: 'image',
  version: 1,
  src,
  alt,
  title,
});
export const linkState = (href: string, children: SerializedLexicalNode[]): LinkState => ({
  ...element,
  type: 'link',
  href,
  children,
});

/** A text block; `type` is the type of its node. */
export const blockState = (
  type: 'paragraph' | 'quote' | 'code-block',
  children: SerializedLexicalNode[],
): SerializedElementNode => ({ ...element, type, children });
export const headingState = (tag: HeadingTagType, children: SerializedLexicalNode[]): SerializedHeadingNode => ({
  ...element,
  type: 'heading',
  tag,
  children,
});

/** A list; each item contains either inline nodes or only a nested list. */
export const listState = (
  tag: 'ul' | 'ol',
  indent: number,
  items: readonly (readonly SerializedLexicalNode[])[],
): SerializedListNode => {
  let value = 1;
  return {
    ...element,
    type: 'list',
    tag,
    listType: tag === 'ol' ? 'number' : 'bullet',
    start: 1,
    children: items.map((children): SerializedListItemNode => {
      const item = { ...element, type: 'listitem', indent, value, checked: undefined, children: [...children] };
      if (children[0]?.type !== 'list') value += 1;
      return item;
    }),
  };
};

export const editorState = (children: SerializedLexicalNode[]): SerializedEditorState => ({
  root: {
    ...element,
    type: 'root',
    children: children.length > 0 ? children : [blockState('paragraph', [])],
  },
});
