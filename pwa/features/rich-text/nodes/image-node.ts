import { DecoratorNode } from 'lexical';
import type { LexicalNode, LexicalUpdateJSON } from 'lexical';
import type { ImageState } from './state-nodes.ts';

/** An inline image. Its element has no `src` until `drawImages` sets one. */
export class ImageNode extends DecoratorNode<null> {
  __src = '';
  __alt = '';
  __title = '';

  override $config() {
    return this.config('image', { extends: DecoratorNode });
  }

  override afterCloneFrom(previous: this): void {
    super.afterCloneFrom(previous);
    this.__src = previous.__src;
    this.__alt = previous.__alt;
    this.__title = previous.__title;
  }

  override updateFromJSON(serialized: LexicalUpdateJSON<ImageState>): this {
    const self = super.updateFromJSON(serialized).getWritable();
    self.__src = serialized.src;
    self.__alt = serialized.alt;
    self.__title = serialized.title;
    return self;
  }

  override exportJSON(): ImageState {
    return { ...super.exportJSON(), src: this.getSrc(), alt: this.getAlt(), title: this.getTitle() };
  }

  override createDOM(): HTMLElement {
    const image = document.createElement('img');
    image.draggable = false;
    this.write(image);
    return image;
  }

  override updateDOM(_previous: this, image: HTMLElement): boolean {
    this.write(image);
    return false;
  }

  override exportDOM() {
    const image = document.createElement('img');
    image.setAttribute('src', this.getSrc());
    this.write(image);
    return { element: image };
  }

  override decorate(): null {
    return null;
  }

  override isInline(): boolean {
    return true;
  }

  getSrc(): string {
    return this.getLatest().__src;
  }

  getAlt(): string {
    return this.getLatest().__alt;
  }

  getTitle(): string {
    return this.getLatest().__title;
  }

  setAlt(alt: string): void {
    this.getWritable().__alt = alt;
  }

  setTitle(title: string): void {
    this.getWritable().__title = title;
  }

  private write(image: HTMLElement): void {
    image.setAttribute('alt', this.__alt);
    if (this.__title === '') image.removeAttribute('title');
    else image.setAttribute('title', this.__title);
  }
}

export function $createImageNode(src: string, alt = '', title = ''): ImageNode {
  const node = new ImageNode();
  node.__src = src;
  node.__alt = alt;
  node.__title = title;
  return node;
}

export const $isImageNode = (node: LexicalNode | null | undefined): node is ImageNode => node instanceof ImageNode;
