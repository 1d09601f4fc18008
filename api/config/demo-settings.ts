import { isLoopback } from './loopback.ts';

/** The settings that decide about the demo. */
export interface DemoSettings {
  readonly DEMO?: boolean | undefined;
  readonly NODE_ENV?: string | undefined;
  readonly HOST: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly TRUSTED_PROXIES: number;
  readonly GOOGLE_CLIENT_ID?: string | undefined;
}

/**
 * Decides whether the server is a demo, in which visitors sign in and pay without a proof: when `DEMO` asks for it, or when it is not set
 * and no setting says that people other than this machine's user reach the server. `fail` throws its sentence.
 */
export function decideDemo(settings: DemoSettings, fail: (sentence: string) => never): boolean {
  const { DEMO, NODE_ENV, HOST, PUBLIC_URL, TRUSTED_PROXIES, GOOGLE_CLIENT_ID } = settings;
  const isProduction = NODE_ENV === 'production';
  if (DEMO && isProduction) fail('The setting DEMO is wrong: a demo is not for production.');
  if (DEMO && GOOGLE_CLIENT_ID !== undefined) {
    fail('The setting DEMO is wrong: with GOOGLE_CLIENT_ID visitors sign in with Google.');
  }
  return (
    DEMO ??
    (!isProduction &&
      GOOGLE_CLIENT_ID === undefined &&
      TRUSTED_PROXIES === 0 &&
      isLoopback(HOST) &&
      (PUBLIC_URL === undefined || isLoopbackOrigin(PUBLIC_URL)))
  );
}

/** Returns whether an address is one of this machine without TLS; with TLS, a proxy is in front. */
function isLoopbackOrigin(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
}
