/** Storage of a description's images, independent of how they reach the server. */
export interface EditorImageStore {
  /** Stores a file as an image; returns its path in the description, or a sentence that names the file and says why there is none. */
  readonly add: (file: File) => Promise<{ readonly src: string } | { readonly problem: string }>;
  /** Deletes an image that was removed from the description. @throws Error when the deletion fails */
  readonly remove: (src: string) => Promise<void>;
  /** Returns the URL to draw an image from: an object URL, released by the editor, while only this device has the image. */
  readonly show: (src: string) => Promise<string>;
}
