import { describe, expect, it } from 'vitest';
import { createDocumentHeaders } from './security-headers.ts';

const policyOf = (signIn: Parameters<typeof createDocumentHeaders>[0]['signIn']): string => {
  const headers = createDocumentHeaders({ publicUrl: 'https://shop.example', signIn }, '<!doctype html>');
  return headers[headers.indexOf('content-security-policy') + 1] ?? '';
};

describe('the policy of a document', () => {
  it('names no other site without third-party sign-in', () => {
    for (const name of ['demo', 'none'] as const) {
      expect(policyOf({ name })).not.toMatch(/https:/);
      expect(policyOf({ name })).toContain("require-trusted-types-for 'script'");
      expect(policyOf({ name })).not.toContain('frame-src');
    }
  });

  it('allows Google’s button, and nothing else of Google', () => {
    const policy = policyOf({ name: 'google', clientId: 'a' });
    const directives = new Map(policy.split(';').map((part) => [part.split(' ', 1)[0], part]));
    expect(directives.get('script-src')).toBe("script-src 'self' https://accounts.google.com/gsi/client");
    expect(directives.get('style-src')).toBe("style-src 'self' https://accounts.google.com/gsi/style");
    expect(directives.get('frame-src')).toBe('frame-src https://accounts.google.com/gsi/');
    expect(directives.get('connect-src')).toContain('https://accounts.google.com/gsi/');
    expect(directives.get('img-src')).toContain('https://lh3.googleusercontent.com');
    expect(directives.get('default-src')).toBe("default-src 'none'");
  });
});
