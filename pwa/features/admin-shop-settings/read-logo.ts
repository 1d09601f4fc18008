import { MAX_LOGO_BYTES } from '#contract/shop-settings/find-logo-fault.ts';

/** Longest side of a PNG file after it was made smaller; the side of the largest icon. */
const MAX_SIDE_PX = 512;

/** Reads a chosen file as a `data:` URL; a PNG file that is too large is made smaller. `findLogoFault` checks the result. */
export async function readLogo(file: Blob): Promise<string> {
  const isSvg = file.type === 'image/svg+xml';
  const bytes = !isSvg && file.size > MAX_LOGO_BYTES ? await shrink(file).catch(() => file) : file;
  return toDataUrl(bytes, isSvg ? 'image/svg+xml' : file.type === '' ? 'image/png' : file.type);
}

async function shrink(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.convertToBlob({ type: 'image/png' });
}

async function toDataUrl(file: Blob, type: string): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${type};base64,${btoa(binary)}`;
}
