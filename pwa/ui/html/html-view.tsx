import { createElement, useMemo } from 'react';
import type { ReactNode } from 'react';
import '#pwa/styles/fonts.css';
import { toCss } from './html-style.ts';
import { parseHtml } from './html-tree.ts';
import type { HtmlNode } from './html-tree.ts';
import styles from './html-view.module.css';

/** The class that styles allowed elements as this view does. */
export const htmlClass = styles['html'];

interface HtmlViewProps {
  readonly html: string;
  /** The title above the text, which a first heading of the text must not repeat. */
  readonly title?: string;
}

/** Renders an HTML text of the shop as React elements: no innerHTML, only what `parseHtml` allows. */
export function HtmlView({ html, title }: HtmlViewProps) {
  const nodes = useMemo(() => withoutTitle(parseHtml(html), title), [html, title]);
  return (
    <div className={htmlClass} dir="auto">
      {nodes.map(renderNode)}
    </div>
  );
}

/** Returns the nodes without a first heading that says what the title says. */
function withoutTitle(nodes: HtmlNode[], title: string | undefined): HtmlNode[] {
  const first = nodes.findIndex((node) => typeof node !== 'string' || node.trim() !== '');
  const heading = nodes[first];
  if (title === undefined || heading === undefined || typeof heading === 'string') return nodes;
  const repeats = /^h[1-6]$/.test(heading.tag) && toWords(textOf(heading)) === toWords(title);
  return repeats ? nodes.slice(first + 1) : nodes;
}

const textOf = (node: HtmlNode): string => (typeof node === 'string' ? node : node.children.map(textOf).join(''));

const toWords = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

function renderNode(node: HtmlNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, href, style, image } = node;
  if (image) return <img key={index} {...image} alt={image.alt} loading="lazy" decoding="async" />;
  const link = href === undefined ? {} : { href, target: '_blank', rel: 'nofollow noopener noreferrer' };
  const children = node.children.length > 0 ? node.children.map(renderNode) : undefined;
  return createElement(tag, { key: index, ...link, ...(style && { style: toCss(style) }) }, children);
}
