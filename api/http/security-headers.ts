import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

const YEAR_S = 31_536_000;

/** The page's policy: own files only, no inline script or style, and scripts' addresses only by the page's one policy. */
function buildHelmet(publicUrl: string | undefined) {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  // Older Safari does not count the own origin's sockets as 'self'.
  const sockets = publicUrl ? [publicUrl.replace(/^http/, 'ws')] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
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

/** Ready replies carry it in any case, and a header that is sent twice is not one that browsers must obey. */
const EVERYWHERE: ReadonlySet<string> = new Set(['x-content-type-options']);

/** The middleware for Express, and the very same headers as a flat list for replies that are written without it. */
export interface SecurityHeaders {
  readonly middleware: ReturnType<typeof helmet>;
  readonly list: readonly string[];
}

/** Builds the security headers once. `publicUrl` is the origin under which visitors come, if it is known. */
export function createSecurityHeaders(publicUrl: string | undefined): SecurityHeaders {
  const middleware = buildHelmet(publicUrl);
  const list: string[] = [];
  const recorder = {
    setHeader: (name: string, value: string) => {
      if (!EVERYWHERE.has(name.toLowerCase())) list.push(name.toLowerCase(), String(value));
    },
    removeHeader: () => undefined,
  };
  // Helmet writes headers and looks at nothing else, so that a recorder can stand in for a response.
  middleware({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined);
  return { middleware, list };
}
