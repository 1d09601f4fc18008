import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { findInlineHashes } from './inline-hashes.ts';
import type { InlineHashes } from './inline-hashes.ts';

const YEAR_S = 31_536_000;

/** The page's policy: own files and what the build put into the document, and scripts' addresses only by the page's one policy. */
function buildHelmet(publicUrl: string | undefined, { scripts, styles }: InlineHashes) {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  // Older Safari does not count the own origin's sockets as 'self'.
  const sockets = publicUrl ? [publicUrl.replace(/^http/, 'ws')] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'", ...styles],
        connectSrc: ["'self'", ...sockets],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['hexlime'],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isSecure ? { maxAge: YEAR_S } : false,
    xFrameOptions: { action: 'deny' },
  });
}

/** Every reply carries it in any case, and a header that is sent twice is not one that browsers must obey. */
const EVERYWHERE: ReadonlySet<string> = new Set(['x-content-type-options']);

/**
 * The security headers of a document, as a flat list of names and values: built once and written with every page. `document` is the
 * build's own, before anything of a request is in it.
 */
export function createDocumentHeaders(publicUrl: string | undefined, document: string): readonly string[] {
  const list: string[] = [];
  const recorder = {
    setHeader: (name: string, value: string) => {
      if (!EVERYWHERE.has(name.toLowerCase())) list.push(name.toLowerCase(), String(value));
    },
    removeHeader: () => undefined,
  };
  // Helmet writes headers and looks at nothing else, so that a recorder can stand in for a response.
  buildHelmet(publicUrl, findInlineHashes(document))(
    {} as IncomingMessage,
    recorder as unknown as ServerResponse,
    () => undefined,
  );
  return list;
}
