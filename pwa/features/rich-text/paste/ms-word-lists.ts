import type { HtmlToken } from '#pwa/ui/html/html-tokens.ts';

type OpenToken = Extract<HtmlToken, { type: 'open' }>;

const LEVEL = /mso-list:\s*l\d+\s+level(\d)/i;
/** The sign in front of a numbered item: `1.`, `a)`, `iv.` */
const NUMBER = /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i;
const NONE: ReadonlyMap<string, string> = new Map();
const open = (tag: string): HtmlToken => ({ type: 'open', tag, attributes: NONE });
const close = (tag: string): HtmlToken => ({ type: 'close', tag });

/** Word writes the items of a list as paragraphs that say their level and begin with their sign: they become lists again. */
export class MsWordLists {
  /** The lists that are open, the outermost first. */
  private readonly lists: string[] = [];
  private level = 0;
  private isItem = false;
  /** What was opened around an item's sign, until the sign comes: it ends with the sign. */
  private around: OpenToken[] | undefined;
  private markerEnds = 0;
  /** How many elements are open inside of an item's sign; 0 when none is. */
  private depth = 0;
  private sign = '';

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
      this.sign = '';
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

  /** An item without a sign: what seemed to be around one is part of its text. */
  private *dropMarker(): Generator<HtmlToken> {
    const { around = [] } = this;
    this.around = undefined;
    yield* around;
  }

  /** Leaves the sign out and, when it ends, opens the item in a list of its kind. */
  private *readMarker(token: HtmlToken): Generator<HtmlToken> {
    if (token.type === 'text') this.sign += token.text;
    else if (token.tag !== 'img' && token.tag !== 'br') this.depth += token.type === 'open' ? 1 : -1;
    if (this.depth > 0) return;
    this.markerEnds = this.around?.length ?? 0;
    this.around = undefined;
    const tag = NUMBER.test(this.sign) ? 'ol' : 'ul';
    yield* this.endLists(this.level);
    // The item before is still open: a list of the next level is part of it.
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
