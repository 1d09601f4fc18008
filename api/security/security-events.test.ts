import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createLogRecorder } from '../testing/log-recorder.ts';
import { SECURITY_EVENTS } from './security-event-names.ts';
import { createSecurityEvents } from './security-events.ts';

const KEY = Buffer.alloc(32, 1);
const REQUEST = { address: '203.0.113.77', method: 'POST', route: '/api/session' };

const record = (key = KEY) => {
  const recorder = createLogRecorder();
  return { recorder, security: createSecurityEvents(pino({ base: null }, recorder.logTo), key) };
};

describe('the line of a security event', () => {
  it('[EVENT1] names the event, the call, the network and pseudonyms', () => {
    const { recorder, security } = record();
    security.note({ name: 'session-revoked', request: REQUEST, actor: 'demo-alice', detail: { count: 2 } });
    expect(recorder.events()).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        security: 'session-revoked',
        network: '203.0.113.0/24',
        method: 'POST',
        route: '/api/session',
        actor: expect.stringMatching(/^[\w-]{16}$/),
        detail: { count: 2 },
        msg: SECURITY_EVENTS['session-revoked'].description,
      },
    ]);
  });

  it('[EVENT1] has one pseudonym per person, which differs between installations', () => {
    const { recorder, security } = record();
    for (const actor of ['demo-alice', 'demo-bob', 'demo-alice']) security.note({ name: 'signed-in', actor });
    const [first, other, again] = recorder.events().map(({ actor }) => actor);
    expect([again, other === first]).toEqual([first, false]);
    const elsewhere = record(Buffer.alloc(32, 2));
    elsewhere.security.note({ name: 'signed-in', actor: 'demo-alice' });
    expect(elsewhere.recorder.events()[0]?.['actor']).not.toBe(first);
  });
});

it('[EVENT2] docs/operating/security-events.md lists every security event with its level and description', () => {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'operating', 'security-events.md');
  const items = readFileSync(file, 'utf8').split(/^- /m).slice(1);
  const rows = items.map((item) => /^`([\w-]+)` \((\w+)\): (.+)$/.exec(item.trim().replaceAll(/\s+/g, ' '))?.slice(1));
  expect(rows).toEqual(
    Object.entries(SECURITY_EVENTS).map(([name, { level, description }]) => [name, level, description]),
  );
});
