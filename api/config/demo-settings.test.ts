import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const DEMO = ['', '0', '1'] as const;
const NODE_ENV = ['', 'production'] as const;
const GOOGLE_CLIENT_ID = ['', 'a.apps.googleusercontent.com'] as const;
const TRUSTED_PROXIES = ['', '0', '1'] as const;
const HOST = ['', '127.0.0.1', 'localhost', '::1', '0.0.0.0', '192.168.1.5', 'shop.example'] as const;
const PUBLIC_URL = [
  '',
  'http://localhost:3000',
  'http://127.0.0.1:3000/',
  'http://[::1]:3000',
  'https://localhost:3000',
  'http://shop.example',
  'https://shop.example',
  'http://localhost.shop.example',
  'http://192.168.1.5:3000',
] as const;

/** The values with which people other than the operator may reach the server. */
const REACHABLE: ReadonlySet<string> = new Set([
  'production',
  'a.apps.googleusercontent.com',
  '1',
  '0.0.0.0',
  '192.168.1.5',
  'shop.example',
  'https://localhost:3000',
  'http://shop.example',
  'https://shop.example',
  'http://localhost.shop.example',
  'http://192.168.1.5:3000',
]);

const resultOf = (env: Readonly<Record<string, string>>): string => {
  try {
    const { isDemo, signIn, payments } = readConfig(env);
    // Sign-in and payments without a proof exist in demos only.
    expect([signIn.name === 'demo', payments.provider.name === 'demo']).toEqual([isDemo, isDemo]);
    return isDemo ? 'demo' : 'no demo';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
};

describe('[DEMO1] a demo', () => {
  it('runs when it is asked for, or on a loopback origin where nothing is set, in every combination', () => {
    const results = { demo: 0, 'no demo': 0, rejected: 0 };
    for (const demo of DEMO)
      for (const mode of NODE_ENV)
        for (const google of GOOGLE_CLIENT_ID)
          for (const proxies of TRUSTED_PROXIES)
            for (const host of HOST)
              for (const url of PUBLIC_URL) {
                const env = {
                  DEMO: demo,
                  NODE_ENV: mode,
                  GOOGLE_CLIENT_ID: google,
                  TRUSTED_PROXIES: proxies,
                  HOST: host,
                  PUBLIC_URL: url,
                };
                const result = resultOf(env);
                if (demo === '1' && (mode === 'production' || google !== '')) {
                  expect([env, result]).toEqual([env, expect.stringMatching(/^The setting DEMO is wrong: [^\n]+\.$/)]);
                  results.rejected += 1;
                  continue;
                }
                const isReachable = [mode, google, proxies, host, url].some((value) => REACHABLE.has(value));
                const expected = demo === '1' || (demo === '' && !isReachable) ? 'demo' : 'no demo';
                expect([env, result]).toEqual([env, expected]);
                results[expected] += 1;
              }
    expect(results).toEqual({ demo: 221, 'no demo': 1_480, rejected: 567 });
  });
});
