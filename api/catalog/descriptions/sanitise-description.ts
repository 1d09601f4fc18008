import sanitizeHtml from 'sanitize-html';
import { findOwnImage, findWebAddress } from '#contract/text/description-addresses.ts';
import { hasSeparations } from '#contract/text/keep-separations.ts';
import { BLOCK_TAGS, INLINE_TAGS, MAX_TEXT_DEPTH, SKIPPED_TAGS, VOID_TAGS } from '#contract/text/rich-text.ts';
import { formatTextStyle, parseTextStyle } from '#contract/text/text-style.ts';
import { isCleanHtml } from './clean-html.ts';
import { limitDepth } from './limit-depth.ts';
import { writeSeparations } from './write-separations.ts';

type Attributes = Readonly<Record<string, string>>;

/** Marks an image to remove: renaming the element to a disallowed one would leave its closing tag behind. */
const NO_IMAGE: sanitizeHtml.Attributes = {};

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...INLINE_TAGS, ...BLOCK_TAGS, ...VOID_TAGS],
  allowedAttributes: {
    ...Object.fromEntries(INLINE_TAGS.map((tag) => [tag, ['style']])),
    a: ['href', 'style'],
    img: ['src', 'alt', 'title'],
  },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  // `toInline` rewrites styles from the two properties that are allowed.
  parseStyleAttributes: false,
  nonTextTags: [...SKIPPED_TAGS, 'option'],
  nestingLimit: MAX_TEXT_DEPTH,
  transformTags: {
    ...Object.fromEntries(
      INLINE_TAGS.map((tag) => [tag, (_name: string, attributes: Attributes) => toInline(tag, attributes)]),
    ),
    img: (_name: string, attributes: Attributes) => toImage(attributes),
  },
  exclusiveFilter: ({ attribs }) => attribs === NO_IMAGE,
};

const TEXT_ONLY: sanitizeHtml.IOptions = { ...OPTIONS, allowedTags: [] };

/** A removed element may have separated two that close each other, so that one pass can create work for the next. */
const MAX_PASSES = 6;

/**
 * Returns a description as it is stored: the elements that shoppers see, text sizes and fonts, links to web addresses and images of the
 * shop; of anything else only the text, with rows of tables and sections as lines. Idempotent.
 */
export function sanitiseDescription(html: string): string {
  // Most descriptions are clean and need nothing of what follows.
  if (isCleanHtml(html)) return html;
  const limited = limitDepth(html);
  let text = hasSeparations(limited) ? writeSeparations(limited) : limited;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    if (isCleanHtml(text)) return text;
    const next = sanitiseOnce(text, OPTIONS);
    if (next === text) return text;
    text = next;
  }
  return sanitiseOnce(text, TEXT_ONLY);
}

/** ` />` occurs only in tags: the serializer writes every `>` of texts and values as an entity. */
const sanitiseOnce = (html: string, options: sanitizeHtml.IOptions): string =>
  sanitizeHtml(html, options).replaceAll(' />', '>');

function toInline(tag: string, attributes: Attributes): sanitizeHtml.Tag {
  const style = formatTextStyle(parseTextStyle(attributes['style']));
  const styled = { ...(style !== '' && { style }) };
  if (tag !== 'a') return { tagName: tag, attribs: styled };
  const href = findWebAddress(attributes['href']);
  return href === undefined ? { tagName: 'span', attribs: styled } : { tagName: 'a', attribs: { href, ...styled } };
}

/** Keeps an image of the shop; any other is replaced by its alternative text. */
function toImage({ src, alt = '', title }: Attributes): sanitizeHtml.Tag {
  const own = findOwnImage(src);
  if (own !== undefined) return { tagName: 'img', attribs: { src: own, alt, ...(title && { title }) } };
  return alt === '' ? { tagName: 'img', attribs: NO_IMAGE } : { tagName: 'span', attribs: {}, text: alt };
}
