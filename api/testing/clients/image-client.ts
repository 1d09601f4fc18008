import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { UploadedImage } from '#contract/products/admin-product.ts';
import { json, send } from './send.ts';
import type { Reply } from './send.ts';
import { signInAdmin } from './sign-in.ts';
import { listBlobs } from '../blobs/list-blobs.ts';
import type { TestApp } from '../apps/test-app.ts';

/** A file of a multipart form; name and field are chosen freely. */
export interface ImageFile {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly field?: string;
}

export interface UploadReply {
  readonly status: number;
  readonly code: unknown;
  readonly images: readonly string[];
  readonly pictures: readonly UploadedImage[];
}

/** An administrator who changes images over HTTP. */
export interface ImageClient {
  readonly headers: Readonly<Record<string, string>>;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /**
   * Uploads files for a product, under an optional key. `rate`: the rating of a product to be added; `seen`: the known `seq` of one that
   * exists.
   */
  upload(
    shop: string,
    productId: number,
    files: readonly ImageFile[],
    key?: string,
    rate?: string,
    seen?: number,
  ): Promise<UploadReply>;
  /** Uploads an image of a description; returns the reply with its path. */
  uploadToEditor(shop: string, productId: number, bytes: Uint8Array, key?: string): Promise<Record<string, unknown>>;
  /** Lists the names of a product's images. */
  list(shop: string, productId: number): Promise<unknown>;
}

/** Creates a client with an administrator's headers. */
export function createImageClient(url: string, headers: Readonly<Record<string, string>>): ImageClient {
  const call: ImageClient['call'] = (method, path, body, more = {}) =>
    send(url, path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const post = async (path: string, form: FormData, key: string | undefined) => {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
      body: form,
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  return {
    headers,
    call,
    async upload(shop, productId, files, key, rate, seen) {
      const form = new FormData();
      form.append('productId', String(productId));
      form.append('shopType', shop);
      if (rate !== undefined) form.append('rate', rate);
      if (seen !== undefined) form.append('seen', String(seen));
      files.forEach(({ bytes, name, field = 'images' }, index) =>
        form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/webp' }), name ?? `${index + 1}.webp`),
      );
      const { status, body } = await post('/api/upload-images', form, key);
      return {
        status,
        code: body['code'],
        images: (body['images'] ?? []) as string[],
        pictures: (body['pictures'] ?? []) as UploadedImage[],
      };
    },
    async uploadToEditor(shop, productId, bytes, key) {
      const form = new FormData();
      form.append('image', new Blob([new Uint8Array(bytes)]), 'picture.png');
      return (await post(`/api/tiptap-upload-image/${shop}/${productId}`, form, key)).body;
    },
    list: async (shop, productId) => json(await call('GET', `/api/product-images/${shop}/${productId}`))['images'],
  };
}

export const signInImageClient = async (app: Pick<TestApp, 'url' | 'context'>): Promise<ImageClient> =>
  createImageClient(app.url, await signInAdmin(app));

/** Draws a JPEG of one color. */
export const drawTestImage = (background: string, width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Returns the test color that is nearest to an image's average. */
export async function colourOf(bytes: Uint8Array): Promise<string> {
  const { data } = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data;
  if (red > 200 && green > 200) return blue > 200 ? 'white' : 'yellow';
  return red > 150 ? 'red' : green > 100 ? 'lime' : blue > 150 ? 'blue' : 'black';
}

/** Lists the paths of the files in image folders of an app, on the disk including unfinished ones. */
export async function listImageFilesOf(
  { context }: Pick<TestApp, 'context'>,
  ...folders: readonly string[]
): Promise<string[]> {
  const { config, blobs } = context;
  const lists = folders.map((folder) =>
    config.bucket ? listBlobs(blobs, folder) : listFiles(join(config.dataDir, 'images'), folder),
  );
  return (await Promise.all(lists)).flat().toSorted();
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
}
