import type { IncomingMessage, ServerResponse } from 'node:http';
import { SIGN_IN_MINUTES } from '#contract/limits.ts';
import { createTokenCookie } from '../../http/caller/request-tokens.ts';
import { createSecretToken } from '../../http/secret-token.ts';

const MARK = /^[\w-]{43}$/;

/**
 * The mark of a browser that signs in, in a cookie for the time of a sign-in. Nonces are bound to it, so that a stranger's credential cannot be
 * planted in another browser, whose user would then act in the stranger's account.
 */
export interface SignInBrowser {
  /** Returns a browser's mark; empty when it has none. */
  find(request: IncomingMessage): string;
  /** Returns a browser's mark, which all its tabs share, and gives it one if needed. */
  mark(request: IncomingMessage, response: ServerResponse): string;
}

/** `isSecure`: cookies go over https only. */
export function createSignInBrowser(isSecure: boolean): SignInBrowser {
  const cookie = createTokenCookie('sign-in', isSecure, SIGN_IN_MINUTES * 60);
  const find = (request: IncomingMessage): string => {
    const mark = cookie.read(request) ?? '';
    return MARK.test(mark) ? mark : '';
  };
  return {
    find,
    mark(request, response) {
      const mark = find(request) || createSecretToken();
      response.setHeader('set-cookie', cookie.write(mark));
      return mark;
    },
  };
}
