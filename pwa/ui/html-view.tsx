import { createElement, useMemo } from 'react';
import type { ReactNode } from 'react';
import { parseHtml } from './html-tree.ts';
import type { HtmlNode } from './html-tree.ts';
import styles from './html-view.module.css';

/** Draws an HTML text of the shop as React elements: no innerHTML, only allowed tags, only web addresses. */
export function HtmlView({ html }: { readonly html: string }) {
  const nodes = useMemo(() => parseHtml(html), [html]);
  return <div className={styles['html']}>{nodes.map(draw)}</div>;
}

function draw(node: HtmlNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  const link =
    node.href === undefined ? {} : { href: node.href, target: '_blank', rel: 'nofollow noopener noreferrer' };
  const children = node.children.length > 0 ? node.children.map(draw) : undefined;
  return createElement(node.tag, { key: index, ...link }, children);
}
