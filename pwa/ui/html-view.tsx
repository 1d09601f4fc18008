import { createElement, useMemo } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { DEFAULT_TEXT_SIZE } from '#contract/rich-text.ts';
import type { TextFont } from '#contract/rich-text.ts';
import type { TextStyle } from './html-style.ts';
import { parseHtml } from './html-tree.ts';
import type { HtmlNode } from './html-tree.ts';
import styles from './html-view.module.css';

/** Draws an HTML text of the shop as React elements: no innerHTML, only allowed tags, only web addresses. */
export function HtmlView({ html }: { readonly html: string }) {
  const nodes = useMemo(() => parseHtml(html), [html]);
  return (
    <div className={styles['html']} dir="auto">
      {nodes.map(draw)}
    </div>
  );
}

function draw(node: HtmlNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, href, style, image } = node;
  if (image) return <img key={index} {...image} alt={image.alt} loading="lazy" decoding="async" />;
  const link = href === undefined ? {} : { href, target: '_blank', rel: 'nofollow noopener noreferrer' };
  const children = node.children.length > 0 ? node.children.map(draw) : undefined;
  return createElement(tag, { key: index, ...link, ...(style && { style: toCss(style) }) }, children);
}

/** Sizes follow the size of text that the reader has set: the editor's 16 px are one of those. */
const toCss = ({ sizePx, font }: TextStyle): CSSProperties => ({
  ...(sizePx !== undefined && { fontSize: `${sizePx / DEFAULT_TEXT_SIZE}rem`, lineHeight: 1.3 }),
  ...(font !== undefined && { fontFamily: `"${font}", ${FALLBACKS[font]}` }),
});

/** What stands for a font that the device does not have. */
const FALLBACKS: Record<TextFont, string> = {
  Georgia: 'serif',
  Arial: 'sans-serif',
  'Courier New': 'monospace',
  'Times New Roman': 'serif',
  Impact: 'sans-serif',
  'Comic Sans MS': 'cursive',
  Flash: 'fantasy',
  Neon80s: 'cursive',
  'Pixel LCD': 'monospace',
};
