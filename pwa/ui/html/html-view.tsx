import { createElement, useMemo } from 'react';
import type { ReactNode } from 'react';
import '#pwa/styles/fonts.css';
import { toCss } from './html-style.ts';
import { parseHtml } from './html-tree.ts';
import type { HtmlNode } from './html-tree.ts';
import styles from './html-view.module.css';

/** The class that styles allowed elements as this view does. */
export const htmlClass = styles['html'];

/** Renders an HTML text of the shop as React elements: no innerHTML, only allowed tags, only web addresses. */
export function HtmlView({ html }: { readonly html: string }) {
  const nodes = useMemo(() => parseHtml(html), [html]);
  return (
    <div className={htmlClass} dir="auto">
      {nodes.map(renderNode)}
    </div>
  );
}

function renderNode(node: HtmlNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, href, style, image } = node;
  if (image) return <img key={index} {...image} alt={image.alt} loading="lazy" decoding="async" />;
  const link = href === undefined ? {} : { href, target: '_blank', rel: 'nofollow noopener noreferrer' };
  const children = node.children.length > 0 ? node.children.map(renderNode) : undefined;
  return createElement(tag, { key: index, ...link, ...(style && { style: toCss(style) }) }, children);
}
