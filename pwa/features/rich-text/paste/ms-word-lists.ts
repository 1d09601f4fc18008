import type { HtmlToken } from '#contract/text/html-tokens.ts';

type OpenToken = Extract<HtmlToken, { type: 'open' }>;

const LEVEL = /mso-list:\s*l\d+\s+level(\d)/i;
/** Marker of a numbered item: `1.`, `a)`, `iv.` */
const NUMBER = /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i;
const NONE: ReadonlyMap<string, string> = new Map();
const open = (tag: string): HtmlToken => ({ type: 'open', tag, attributes: NONE });
const close = (tag: string): HtmlToken => ({ type: 'close', tag });

/** Restores Word's lists: Word writes each item as a paragraph with its level in the style and a marker at the start. */
export class MsWordLists {
  /** Open lists, outermost first. */
  private readonly lists: string[] = [];
  private level = 0;
  private isItem = false;
  /** Elements opened in an item before its marker: they wrap the marker and are dropped with it. Undefined when no marker is expected. */
  private around: OpenToken[] | undefined;
  private markerEnds = 0;
  /** Number of open elements inside an item's marker; 0 outside of markers. */
  private depth = 0;
  private marker = '';

  *rewrite(tokens: Iterable<HtmlToken>): Generator<HtmlToken> {
    for (const token of tokens) {
      if (this.depth > 0) yield* this.readMarker(token);
      else if (token.type === 'open') yield* this.open(token);
      else if (token.type === 'close') yield* this.close(token);
      else yield* this.readText(token);
    }
    yield* this.endLists(0);
  }

  private *open(token: OpenToken): Generator<HtmlToken> {
    const style = token.attributes.get('style') ?? '';
    const level = token.tag === 'p' ? LEVEL.exec(style)?.[1] : undefined;
    if (level !== undefined) {
      this.level = Number(level);
      this.isItem = true;
      this.around = [];
      this.marker = '';
    } else if (this.around && /mso-list:\s*ignore/i.test(style)) this.depth = 1;
    else if (this.around) this.around.push(token);
    else {
      if (!this.isItem) yield* this.endLists(0);
      yield token;
    }
  }

  private *close(token: HtmlToken & { type: 'close' }): Generator<HtmlToken> {
    if (this.markerEnds > 0) this.markerEnds -= 1;
    else {
      yield* this.dropMarker();
      if (token.tag !== 'p' || !this.isItem) yield token;
      else this.isItem = false;
    }
  }

  private *readText(token: HtmlToken & { type: 'text' }): Generator<HtmlToken> {
    if (token.text.trim() !== '') {
      yield* this.dropMarker();
      if (!this.isItem) yield* this.endLists(0);
    }
    yield token;
  }

  /** Stops waiting for a marker and emits the elements held back: without a marker, they are part of the item's text. */
  private *dropMarker(): Generator<HtmlToken> {
    const { around = [] } = this;
    this.around = undefined;
    yield* around;
  }

  /** Drops the marker and, at its end, opens the item in a list of the marker's type. */
  private *readMarker(token: HtmlToken): Generator<HtmlToken> {
    if (token.type === 'text') this.marker += token.text;
    else if (token.tag !== 'img' && token.tag !== 'br') this.depth += token.type === 'open' ? 1 : -1;
    if (this.depth > 0) return;
    this.markerEnds = this.around?.length ?? 0;
    this.around = undefined;
    const tag = NUMBER.test(this.marker) ? 'ol' : 'ul';
    yield* this.endLists(this.level);
    // The previous item was left open until here, because a nested list would belong inside it.
    if (this.lists.length === this.level) yield close('li');
    while (this.lists.length < this.level) {
      this.lists.push(tag);
      yield open(tag);
    }
    yield open('li');
  }

  private *endLists(level: number): Generator<HtmlToken> {
    while (this.lists.length > level) {
      const tag = this.lists.pop();
      yield close('li');
      if (tag !== undefined) yield close(tag);
    }
  }
}
