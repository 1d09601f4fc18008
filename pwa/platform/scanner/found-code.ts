/** A barcode or QR code in a picture. */
export interface FoundCode {
  readonly text: string;
  /** Its eight digits are a shortened UPC, which looks like an EAN-8. */
  readonly isUpcE: boolean;
}

/** Reads the codes in pictures. */
export interface CodeReader {
  /** Takes over the picture. @throws Error when the reader is not on the device and cannot be fetched */
  read(picture: ImageBitmap): Promise<readonly FoundCode[]>;
  close(): void;
}
