import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listBlobNames, listBlobs } from '../../testing/blobs/list-blobs.ts';
import type { BlobStore } from './blob-store.ts';

/** An empty store of an engine. */
export interface BlobStoreUnderTest {
  readonly blobs: BlobStore;
  /** Makes every later call fail. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
}

/** Names in a page of the stores under test. */
export const TEST_PAGE_NAMES = 7;

const OUTSIDE = [
  '../outside',
  'a/../../outside',
  '/etc/passwd',
  '',
  '.',
  '..',
  'a//b',
  'a/',
  'a/./b',
  String.raw`a\b`,
  'a\0b',
  'a b',
  'a%2e%2e',
  'ä',
  '.hidden',
  'a/.hidden',
  `a${'b'.repeat(300)}`,
];

const ODD = [
  'a',
  '0',
  'A.b-c_d.webp',
  'a..b/c./d-',
  'p--_..x/1.webp',
  `${'x'.repeat(200)}.webp`,
  Array.from({ length: 100 }, () => 'ab').join('/'),
  'ChatPhotos/1_default_2/pmade-9f.webp',
];

const bytesOf = (text: string): Buffer => Buffer.from(text);

/** The behavior of every engine of the port `BlobStore`. */
export function describeBlobStore(engine: string, open: () => Promise<BlobStoreUnderTest>): void {
  describe(`the blob store ${engine}`, () => {
    let store: BlobStoreUnderTest;
    let blobs: BlobStore;
    beforeEach(async () => {
      store = await open();
      blobs = store.blobs;
    });
    afterEach(() => store.close());

    const put = (path: string, text = path) => blobs.put(path, bytesOf(text));
    const read = async (path: string) => (await blobs.find(path))?.bytes.toString();

    it('returns the stored bytes with a tag, and replaces both', async () => {
      await put('PCProducts/1/preview/1.webp', 'old');
      const old = await blobs.find('PCProducts/1/preview/1.webp');
      expect((await blobs.find('PCProducts/1/preview/1.webp'))?.tag).toBe(old?.tag);
      await blobs.put('PCProducts/1/preview/1.webp', bytesOf('newer'), { isDurable: true });
      const found = await blobs.find('PCProducts/1/preview/1.webp');
      expect([old?.bytes.toString(), found?.bytes.toString()]).toEqual(['old', 'newer']);
      expect(found?.tag).not.toBe(old?.tag);
      for (const tag of [old?.tag, found?.tag]) expect(tag).toMatch(/^[\w.-]{1,100}$/);
      expect(await listBlobs(blobs, 'PCProducts')).toEqual(['PCProducts/1/preview/1.webp']);
    });

    it('finds nothing where there is nothing, nor at a folder or below a file', async () => {
      await put('a/b');
      for (const path of ['a', 'a/c', 'b', 'a/b/c', 'a/bb']) expect(await blobs.find(path)).toBeUndefined();
    });

    it('keeps every byte of an empty, a binary and a large blob', async () => {
      const binary = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
      const large = Buffer.alloc(24_000_000, binary);
      for (const bytes of [Buffer.alloc(0), binary, large]) {
        await blobs.put('a/blob', bytes);
        expect((await blobs.find('a/blob'))?.bytes.equals(bytes)).toBe(true);
      }
    });

    it.each(ODD)('keeps blobs of odd names apart: %s', async (path) => {
      await put(path);
      await put(`${path.slice(0, -1)}z`, 'other');
      expect(await read(path)).toBe(path);
      await blobs.delete(path);
      expect([await read(path), await read(`${path.slice(0, -1)}z`)]).toEqual([undefined, 'other']);
    });

    it.each(OUTSIDE)('never reaches what is outside of it: %j', async (path) => {
      await put('outside', 'secret');
      expect(await blobs.find(path)).toBeUndefined();
      await expect(put(path, 'x')).rejects.toThrow(RangeError);
      await expect(blobs.delete(path)).rejects.toThrow(RangeError);
      await expect(blobs.deleteFolder(path)).rejects.toThrow(RangeError);
      await expect(listBlobNames(blobs, path)).rejects.toThrow(RangeError);
      expect(await read('outside')).toBe('secret');
    });

    it('deletes a blob, once or more often', async () => {
      await put('a/1');
      await put('a/2');
      await blobs.delete('a/1');
      await blobs.delete('a/1');
      await blobs.delete('b/1');
      expect(await listBlobNames(blobs, 'a')).toEqual(['2']);
    });

    it('lists files and folders once each, by pages, and nothing of other folders', async () => {
      const files = Array.from({ length: 2 * TEST_PAGE_NAMES + 3 }, (_, index) => `p${index}`);
      await Promise.all(files.map((name) => put(`Pictures/${name}/preview/1.webp`)));
      await Promise.all(['1.webp', '2.webp'].map((name) => put(`Pictures/${name}`)));
      await put('Pictures/p0/2.webp');
      await put('Pictures2/x');
      const pages: (readonly string[])[] = [];
      for await (const page of blobs.listPages('Pictures')) pages.push(page);
      expect(pages.flat().toSorted()).toEqual([...files, '1.webp', '2.webp'].toSorted());
      expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(TEST_PAGE_NAMES);
      expect(await listBlobNames(blobs, 'Pictures/p0')).toEqual(['2.webp', 'preview']);
      for (const folder of ['Picture', 'Pictures/p0/2.webp', 'none']) {
        expect(await listBlobNames(blobs, folder)).toEqual([]);
      }
    });

    it('lists every name also when each page is deleted before the next one', async () => {
      const names = Array.from({ length: 4 * TEST_PAGE_NAMES }, (_, index) => `p${index}`);
      await Promise.all(names.map((name) => put(`Editor/${name}`)));
      const listed: string[] = [];
      for await (const page of blobs.listPages('Editor')) {
        listed.push(...page);
        for (const name of page) await blobs.delete(`Editor/${name}`);
      }
      expect(listed.toSorted()).toEqual(names.toSorted());
      expect(await listBlobNames(blobs, 'Editor')).toEqual([]);
    });

    it('deletes a folder of several pages with everything below, and no other one', async () => {
      const names = Array.from({ length: 3 * TEST_PAGE_NAMES }, (_, index) => `${index}.webp`);
      await Promise.all(names.map((name) => put(`a/1/${name}`)));
      await put('a/1/preview/deep/1.webp');
      await put('a/10/1.webp');
      await put('a/1.webp');
      await blobs.deleteFolder('a/1');
      await blobs.deleteFolder('a/1');
      expect(await listBlobs(blobs, 'a')).toEqual(['a/1.webp', 'a/10/1.webp']);
      await blobs.deleteFolder('a/1.webp');
      expect(await listBlobs(blobs, 'a')).toEqual(['a/10/1.webp']);
    });

    it('shows readers one of several writes at once, and never a part', async () => {
      const texts = ['a', 'b', 'c', 'd'].map((letter, index) => letter.repeat(200_000 + index));
      await put('a/1', texts[0]);
      const reads: (string | undefined)[] = [];
      await Promise.all([
        ...texts.flatMap((text) => [put('a/1', text), put('a/1', text)]),
        ...texts.map(async () => reads.push(await read('a/1'))),
      ]);
      for (const text of [...reads, await read('a/1')]) expect(texts.includes(text ?? '')).toBe(true);
      expect(await listBlobNames(blobs, 'a')).toEqual(['1']);
    });

    it('serves many calls at once', async () => {
      const paths = Array.from({ length: 120 }, (_, index) => `a/${index % 10}/${index}`);
      await Promise.all(paths.map((path) => put(path)));
      expect(await Promise.all(paths.map(read))).toEqual(paths);
    });

    it('does not delete finished blobs as the remains of a write', async () => {
      await put('Pictures/p1/1.webp');
      await blobs.deleteUnfinished('Pictures', Date.now() + 60_000);
      await blobs.deleteUnfinished('none', Date.now());
      expect(await read('Pictures/p1/1.webp')).toBe('Pictures/p1/1.webp');
    });

    it('rejects rather than finding nothing when it cannot be read', async () => {
      await put('a/1');
      await store.breakDown();
      await expect(blobs.find('a/1')).rejects.toThrow();
      await expect(put('a/2')).rejects.toThrow();
      await expect(blobs.delete('a/1')).rejects.toThrow();
      await expect(blobs.deleteFolder('a')).rejects.toThrow();
      await expect(listBlobNames(blobs, 'a')).rejects.toThrow();
    });
  });
}
