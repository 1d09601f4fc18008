import { beforeEach, expect, test, vi } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import type * as PaymentIntentModule from './payment-intent.ts';
import { useLocalStorage } from './testing/use-local-storage.ts';

const { texts } = useLocalStorage();
let module: typeof PaymentIntentModule;
beforeEach(async () => {
  vi.resetModules();
  module = await import('./payment-intent.ts');
});

const LAMP = { sub: 'alice', key: '7/good', total: 30_900 as Cents, readyAtMs: 1 };

test('an intent to pay stays until it is forgotten for its user; for another user or key nothing changes', () => {
  const { paymentIntent, forgetIntent } = module;
  paymentIntent.update(() => LAMP);
  forgetIntent({ sub: 'bob' });
  forgetIntent({ sub: 'alice', key: '8/good' });
  expect(paymentIntent.get()).toEqual(LAMP);
  expect(JSON.parse(texts.get('to-pay') ?? '')).toEqual(LAMP);
  forgetIntent({ sub: 'alice' });
  expect(paymentIntent.get()).toBeNull();
  expect(texts.size).toBe(0);
});

test.each(['{broken', '5', '{}', JSON.stringify({ ...LAMP, total: '1' }), JSON.stringify({ ...LAMP, readyAtMs: 1.5 })])(
  '%s is no intent to pay',
  (text) => {
    texts.set('to-pay', text);
    expect(module.paymentIntent.get()).toBeNull();
  },
);
