/** Storage of a description's images, independent of how they reach the server. */
export interface EditorImageStore {
  /** Stores an image and returns its path in the description. @throws Error when the file is no image or cannot be stored */
  readonly add: (file: File) => Promise<string>;
  /** Deletes an image that was removed from the description. @throws Error when the deletion fails */
  readonly remove: (src: string) => Promise<void>;
  /** Returns the URL to draw an image from: an object URL, released by the editor, while only this device has the image. */
  readonly show: (src: string) => Promise<string>;
}
