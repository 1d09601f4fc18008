import sanitizeHtml from 'sanitize-html';
import { BLOCK_TAGS, INLINE_TAGS, MAX_TEXT_DEPTH, SKIPPED_TAGS, VOID_TAGS } from '#contract/text/rich-text.ts';
import { formatTextStyle, parseTextStyle } from '#contract/text/text-style.ts';
import { isCleanHtml } from './clean-html.ts';
import { limitDepth } from './limit-depth.ts';

/** Only images of the shop: those of other origins would tell a foreign server who reads, and could not be cached for offline use. */
const IMAGE_FOLDER = '/images/';
/** Base for relative addresses; `.invalid` can never be registered (RFC 2606). */
const OWN_ORIGIN = 'https://own.invalid';

type Attributes = Readonly<Record<string, string>>;

/** Marks a picture that is left out: an element that was renamed to one that is not allowed would leave its end behind. */
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
  // Styles are written anew from the two things that they may say.
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

const WORDS_ONLY: sanitizeHtml.IOptions = { ...OPTIONS, allowedTags: [] };

/** What is left out may have kept two elements apart that end one another, so a pass can make work for another one. */
const MAX_PASSES = 6;

/**
 * A description as it may be kept: the elements that shoppers are shown, sizes and fonts of texts, links to web addresses and pictures of
 * the shop; of anything else only its words. In one form: what was sanitised stays as it is.
 */
export function sanitiseDescription(html: string): string {
  let text = limitDepth(html);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    if (isCleanHtml(text)) return text;
    const next = sanitiseOnce(text, OPTIONS);
    if (next === text) return text;
    text = next;
  }
  return sanitiseOnce(text, WORDS_ONLY);
}

/** The serialiser writes every `>` of texts and values as an entity. */
const sanitiseOnce = (html: string, options: sanitizeHtml.IOptions): string =>
  sanitizeHtml(html, options).replaceAll(' />', '>');

function toInline(tag: string, attributes: Attributes): sanitizeHtml.Tag {
  const style = formatTextStyle(parseTextStyle(attributes['style']));
  const styled = { ...(style !== '' && { style }) };
  if (tag !== 'a') return { tagName: tag, attribs: styled };
  const href = findWebAddress(attributes['href']);
  return href === undefined ? { tagName: 'span', attribs: styled } : { tagName: 'a', attribs: { href, ...styled } };
}

/** A picture of the shop; of any other only its words are left. */
function toImage({ src, alt = '', title }: Attributes): sanitizeHtml.Tag {
  const own = findOwnImage(src);
  if (own !== undefined) return { tagName: 'img', attribs: { src: own, alt, ...(title && { title }) } };
  return alt === '' ? { tagName: 'img', attribs: NO_IMAGE } : { tagName: 'span', attribs: {}, text: alt };
}

/** The path of an image below `/images/` with its query; undefined for any other address. */
function findOwnImage(src: string | undefined): string | undefined {
  if (src === undefined || !URL.canParse(src, OWN_ORIGIN)) return undefined;
  const { origin, pathname, search } = new URL(src, OWN_ORIGIN);
  return origin === OWN_ORIGIN && pathname.startsWith(IMAGE_FOLDER) ? pathname + search : undefined;
}

/** An http or https address as browsers normalise it; undefined for any other. */
function findWebAddress(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}
