import { Parser } from 'htmlparser2';
import type { Handler } from 'htmlparser2';
import { fileError } from './file-problems.ts';
import { MAX_ROW_LENGTH } from './source-row.ts';
import type { RawRow } from './source-row.ts';

/** Elements that hold a feed, and those that are its products: RSS 2.0, RSS 1.0 and Atom. */
const FEEDS = new Set(['rss', 'feed', 'rdf', 'channel', 'products', 'items']);
const PRODUCTS = new Set(['item', 'entry', 'product']);
/** Deepest nesting of elements that is accepted; a feed nests them 5 deep. */
const MAX_DEPTH = 64;

/**
 * Reads the products of an XML feed, RSS or Atom with or without Google's prefix; texts of repeated elements are joined with commas, and
 * nested elements are left out. @throws ImportError, after yielding the rows before the fault
 */
export async function* readXml(text: AsyncIterable<string>): AsyncGenerator<RawRow[]> {
  const reader = new FeedReader();
  // The parser knows only the five entities of XML: any other stays text and is never expanded.
  const parser = new Parser(reader, { xmlMode: true });
  try {
    for await (const piece of text) {
      parser.write(piece);
      reader.checkLength();
      yield reader.takeRows();
    }
    reader.isAtEnd = true;
    parser.end();
  } catch (error) {
    yield reader.takeRows();
    throw error;
  }
  yield reader.takeRows();
}

interface Member {
  readonly name: string;
  text: string;
}

class FeedReader implements Partial<Handler> {
  /** Whether the whole file was given to the parser: it then closes what is still open. */
  isAtEnd = false;
  readonly #path: string[] = [];
  /** Whether nothing has followed the last opening tag: only then may its element close itself, as `<a/>` does. */
  #isJustOpened = false;
  #rows: RawRow[] = [];
  #count = 0;
  #length = 0;
  /** Depth of the open product's element; 0 outside of products. */
  #productDepth = 0;
  #members = new Map<string, Member>();
  #member: Member | undefined;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#isJustOpened = true;
    const local = localName(name);
    if (this.#path.length === 0 && !FEEDS.has(local)) throw fileError('noFeed', { name });
    this.#path.push(name);
    const depth = this.#path.length;
    if (depth > MAX_DEPTH) throw fileError('brokenXml', { row: this.#count, name });
    if (this.#productDepth === 0 && PRODUCTS.has(local)) {
      this.#productDepth = depth;
      this.#members = new Map();
      this.#length = 0;
    } else if (this.#productDepth > 0 && depth === this.#productDepth + 1) {
      this.#member = { name, text: local === 'link' ? (attributes['href'] ?? '') : '' };
    }
  }

  ontext(text: string): void {
    this.#isJustOpened = false;
    if (this.#productDepth === 0) return;
    this.#length += text.length;
    if (this.#member && this.#path.length === this.#productDepth + 1) this.#member.text += text;
  }

  /** `isImplied`: the element closes itself, or the end of another one or of the file closes it. */
  onclosetag(name: string, isImplied: boolean): void {
    const isBroken = isImplied && !this.#isJustOpened;
    this.#isJustOpened = false;
    if (isBroken || (isImplied && this.isAtEnd))
      throw fileError(this.isAtEnd ? 'cutXml' : 'brokenXml', { row: this.#count, name });
    const depth = this.#path.length;
    this.#path.pop();
    if (depth === this.#productDepth) this.#endProduct();
    else if (this.#member && depth === this.#productDepth + 1) this.#endMember(this.#member);
  }

  onprocessinginstruction(_name: string, text: string): void {
    if (/^!doctype.*\[|^!entity/isu.test(text)) throw fileError('xmlEntities');
  }

  /** @throws ImportError when a product is longer than a row may be */
  checkLength(): void {
    if (this.#length > MAX_ROW_LENGTH) throw fileError('longItem', { row: this.#count });
  }

  takeRows(): RawRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #endMember(member: Member): void {
    const local = localName(member.name);
    const earlier = this.#members.get(local);
    const text = member.text.trim();
    this.#member = undefined;
    if (!earlier) this.#members.set(local, { ...member, text });
    else if (earlier.name === member.name) earlier.text = [earlier.text, text].filter(Boolean).join(',');
    // Google's own element says more than the one that all feeds have.
    else if (member.name.startsWith('g:')) this.#members.set(local, { ...member, text });
  }

  #endProduct(): void {
    this.#count += 1;
    this.#productDepth = 0;
    const members = Object.fromEntries([...this.#members].map(([local, { text }]) => [local, text]));
    this.#rows.push({ row: this.#count, members });
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
