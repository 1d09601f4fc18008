/** Storage of a description's images, independent of how they reach the server. */
export interface EditorImageStore {
  /** Stores a file as an image; returns its path in the description, or a sentence that names the file and says why there is none. */
  readonly add: (file: File) => Promise<{ readonly src: string } | { readonly problem: string }>;
  /** Deletes an image that was removed from the description. @throws Error when the deletion fails */
  readonly remove: (src: string) => Promise<void>;
  /** Returns the URL of an image. While only this device has the image, it is an object URL, which the editor releases. */
  readonly show: (src: string) => Promise<string>;
}
