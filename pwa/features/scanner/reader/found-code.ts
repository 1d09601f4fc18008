/** A barcode or QR code in an image. */
export interface FoundCode {
  readonly text: string;
  /** Whether the text is the eight digits of a shortened UPC (UPC-E), which looks like an EAN-8. */
  readonly isUpcE: boolean;
}

/** Reads the codes in images. */
export interface CodeReader {
  /** Takes ownership of the image. @throws Error when the reader is not on the device and cannot be fetched */
  read(image: ImageBitmap): Promise<readonly FoundCode[]>;
  close(): void;
}
