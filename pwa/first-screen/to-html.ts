import type { ReactNode } from 'react';

/** The members of a React element that the renderer reads. */
interface Element {
  readonly $$typeof: symbol;
  readonly type: unknown;
  readonly props: Readonly<Record<string, unknown>>;
}

type Component = (props: unknown) => ReactNode;

const FRAGMENT = Symbol.for('react.fragment');
const VOID_TAGS = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source']);
/** Properties that are not attributes. */
const UNWRITTEN = new Set(['children', 'key', 'ref', 'style', 'dangerouslySetInnerHTML']);
const ATTRIBUTES: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' };
/** Camel-case attributes of SVG. */
const CAPITALS = new Set(['viewBox', 'preserveAspectRatio']);
/** Boolean attributes. For `aria-*` and `data-*`, `true` and `false` are written as text; for all other attributes they are left out. */
const PRESENCE = new Set([
  'hidden',
  'disabled',
  'checked',
  'selected',
  'open',
  'required',
  'inert',
  'multiple',
  'readOnly',
]);
const TEXT_PIECES = /[&<>"']/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Escapes a text for content and attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(TEXT_PIECES, (piece) => ENTITIES[piece] as string);

/**
 * Renders components without hooks to the HTML that React would write and can hydrate. It is a hundredth of the size of React's renderer, so that
 * a service worker can carry it. @throws TypeError for a style object, which the page's policy forbids in a document
 */
export function toHtml(node: ReactNode): string {
  const pieces: string[] = [];
  let endsWithText = false;

  const writeText = (text: string): void => {
    if (text === '') return;
    // React separates adjacent texts by a comment.
    if (endsWithText) pieces.push('<!-- -->');
    pieces.push(escapeHtml(text));
    endsWithText = true;
  };

  const writeTag = (tag: string, props: Element['props']): void => {
    pieces.push(`<${tag}${writeAttributes(props)}`);
    endsWithText = false;
    if (VOID_TAGS.has(tag)) return void pieces.push('/>');
    pieces.push('>');
    write(props['children'] as ReactNode);
    pieces.push(`</${tag}>`);
    endsWithText = false;
  };

  const write = (child: ReactNode): void => {
    if (child === null || child === undefined || typeof child === 'boolean') return;
    if (typeof child === 'string' || typeof child === 'number') return writeText(String(child));
    if (Array.isArray(child)) return child.forEach(write);
    const { type, props } = child as unknown as Element;
    if (typeof type === 'string') writeTag(type, props);
    else if (type === FRAGMENT) write(props['children'] as ReactNode);
    else if (typeof type === 'function') write((type as Component)(props));
    else throw new TypeError('Only tags, fragments and plain components are drawn before the page starts');
  };

  write(node);
  return pieces.join('');
}

function writeAttributes(props: Element['props']): string {
  let text = '';
  for (const [name, value] of Object.entries(props)) {
    if (name === 'style') throw new TypeError('A document of this page has no style attributes: use a class');
    if (UNWRITTEN.has(name) || value === null || value === undefined || typeof value === 'function') continue;
    if (typeof value === 'boolean' && !name.startsWith('aria-') && !name.startsWith('data-')) {
      if (value && PRESENCE.has(name)) text += ` ${attributeName(name)}=""`;
      continue;
    }
    text += ` ${attributeName(name)}="${escapeHtml(String(value))}"`;
  }
  return text;
}

/** Converts React's camel case to attribute names: HTML in lower case, SVG with hyphens. */
function attributeName(name: string): string {
  const known = ATTRIBUTES[name];
  if (known) return known;
  if (CAPITALS.has(name) || name.includes('-')) return name;
  return isSvgName(name) ? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name.toLowerCase();
}

const isSvgName = (name: string): boolean => /^(stroke|fill|text|dominant|clip|font|stop)[A-Z]/.test(name);
