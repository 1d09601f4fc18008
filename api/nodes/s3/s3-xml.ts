const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the entities of XML; an object store writes no others. */
const decode = (text: string): string =>
  text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? String(whole);
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : String(whole);
  });

/** Returns the text of the first element `<name>` that contains nothing but text; undefined when there is none. */
export function readElement(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? undefined : decode(text);
}

/** One page of a list of objects. */
export interface S3Page {
  /** Names of objects directly below the listed folder, and of folders, which end with a slash; both with the prefix. */
  readonly keys: readonly string[];
  /** Where the next page begins; undefined after the last one. */
  readonly nextToken: string | undefined;
}

/** Parses a reply to ListObjectsV2; undefined when it is not one. */
export function readPage(xml: string): S3Page | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml)) return undefined;
  const keys: string[] = [];
  for (const [entry] of xml.matchAll(/<(Contents|CommonPrefixes)>.*?<\/\1>/gs)) {
    const key = readElement(entry, entry.startsWith('<Contents>') ? 'Key' : 'Prefix');
    if (key !== undefined) keys.push(key);
  }
  const isTruncated = readElement(xml, 'IsTruncated') === 'true';
  return { keys, nextToken: isTruncated ? readElement(xml, 'NextContinuationToken') : undefined };
}
