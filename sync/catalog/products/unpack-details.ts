/** Returns the text of a stored details block. @throws TypeError when its bytes are damaged */
export const unpackDetails = (bytes: ArrayBuffer): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
