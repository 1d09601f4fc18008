import { expect, test } from 'vitest';
import { parseSavedOffers } from './saved-offers.ts';
import { parseWatchSettings } from './watch-settings.ts';

const LAMP = { life: 0, price: 2_000, wasAvailable: true, isWatched: true };

test('malformed saved offers are left out, and the valid ones stay', () => {
  const offers = {
    pc: { 1: LAMP, 2: { ...LAMP, price: -1 }, 3: { ...LAMP, price: '5' }, 4: null, x: LAMP, '-1': LAMP, 1e12: LAMP },
    unknown: { 1: LAMP },
    smart: 'broken',
  };
  expect(parseSavedOffers(JSON.stringify({ version: 1, offers }))).toEqual({
    value: { pc: { 1: LAMP } },
    isDamaged: true,
  });
  for (const text of ['{broken', '[]', '5', '{"version":0,"offers":{}}', '{"version":1,"offers":null}'])
    expect(parseSavedOffers(text)).toEqual({ value: {}, isDamaged: true });
  for (const text of [null, '']) expect(parseSavedOffers(text)).toEqual({ value: {} });
  expect(parseSavedOffers('{"version":2,"offers":{}}')).toEqual({ value: {}, isNewer: true });
});

test('malformed notification settings are replaced by the defaults: on, and quiet at night', () => {
  const defaults = { isOn: true, quiet: { from: 22, until: 8 } };
  for (const text of [null, '', '{', '5', '{"isOn":"yes","quiet":null}'])
    expect(parseWatchSettings(text)).toEqual(defaults);
  expect(parseWatchSettings('{"isOn":false,"quiet":null}')).toEqual({ isOn: false, quiet: null });
  expect(parseWatchSettings('{"isOn":false,"quiet":{"from":24,"until":-1}}')).toEqual({ ...defaults, isOn: false });
});
