import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { describeDevice } from './session-device.ts';

const describeAgent = (agent: string | undefined, address = '203.0.113.77') => {
  const request = { headers: { 'user-agent': agent }, socket: { remoteAddress: address } };
  const { browser, system, network } = describeDevice(request as unknown as IncomingMessage, 0);
  return [browser, system, network];
};

const AGENTS = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Windows'],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'Chrome', 'ChromeOS'],
] as const;

it.each(AGENTS)('%s is named %s on %s', (agent, browser, system) => {
  expect(describeAgent(agent)).toEqual([browser, system, '203.0.113.0/24']);
});

it.each([undefined, '', 'curl/8.5.0', '<script>'.repeat(1_000)])('nothing is known of %s', (agent) => {
  expect(describeAgent(agent, '')).toEqual([null, null, null]);
});
