import { ElementNode } from 'lexical';
import type { LexicalUpdateJSON } from 'lexical';
import type { LinkState } from './state-nodes.ts';

/** A link of a loaded description or of pasted content; it is stored unchanged and is not followed in the editor. */
export class LinkNode extends ElementNode {
  __href = '';

  override $config() {
    return this.config('link', { extends: ElementNode });
  }

  override afterCloneFrom(previous: this): void {
    super.afterCloneFrom(previous);
    this.__href = previous.__href;
  }

  override updateFromJSON(serialized: LexicalUpdateJSON<LinkState>): this {
    const self = super.updateFromJSON(serialized).getWritable();
    self.__href = serialized.href;
    return self;
  }

  override exportJSON(): LinkState {
    return { ...super.exportJSON(), href: this.getLatest().__href };
  }

  override createDOM(): HTMLElement {
    const link = document.createElement('a');
    link.href = this.__href;
    return link;
  }

  override updateDOM(previous: this): boolean {
    return previous.__href !== this.__href;
  }

  override isInline(): boolean {
    return true;
  }

  override canBeEmpty(): boolean {
    return false;
  }

  override canInsertTextBefore(): boolean {
    return false;
  }

  override canInsertTextAfter(): boolean {
    return false;
  }
}
