import { DecoratorNode } from 'lexical';

/** A horizontal rule between two blocks. */
export class RuleNode extends DecoratorNode<null> {
  override $config() {
    return this.config('rule', { extends: DecoratorNode });
  }

  override createDOM(): HTMLElement {
    return document.createElement('hr');
  }

  override updateDOM(): boolean {
    return false;
  }

  override exportDOM() {
    return { element: document.createElement('hr') };
  }

  override decorate(): null {
    return null;
  }

  override isInline(): boolean {
    return false;
  }

  override getTextContent(): string {
    return '\n';
  }
}
