/** Where the pictures of a text are kept; its owner knows how they get to the server. */
export interface EditorImageStore {
  /** Takes a picture in and gives its address within the text. @throws Error when it cannot be kept */
  readonly add: (file: File) => Promise<string>;
  /** Deletes a picture that left the text. @throws Error when that fails */
  readonly remove: (src: string) => Promise<void>;
  /** The address with which a picture is drawn: while it is only on this device an object URL of its own, which the editor releases. */
  readonly show: (src: string) => Promise<string>;
}

/** What a form gives its editor. */
export interface RichTextProps {
  /** The name of what is written, for those who do not see the page. */
  readonly label: string;
  /** HTML. A value from elsewhere replaces the text; what the editor itself has reported does not. */
  readonly value: string;
  /** Called at most every 300 ms while somebody writes, and with the last text on blur and when the editor goes. */
  readonly onChange: (html: string) => void;
  readonly isDisabled?: boolean | undefined;
  readonly pictures: EditorImageStore;
}
