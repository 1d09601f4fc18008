import { describe, expect, test } from 'vitest';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import {
  applyDraft,
  findChanges,
  findProblems,
  findReplaced,
  noteTyped,
  readRejection,
  toShopForm,
} from './shop-form.ts';
import type { ShopForm } from './shop-form.ts';

const SHOP: ShopSettings = {
  name: 'Lamp House',
  shortName: 'Lamp House',
  letters: 'LAMPHOU$',
  derived: ['shortName', 'letters'],
  accent: '#1e3a8a',
  about: { en: 'Lamps', ru: 'Лампы' },
  conditions: { good: { en: 'Scratches' } },
};

const withLines = (form: ShopForm, lines: Partial<ShopForm['lines']>): ShopForm => ({
  ...form,
  lines: { ...form.lines, ...lines },
});

describe('the form of the shop settings', () => {
  test('shows the settings with pending changes on top; fields that are not set are empty', () => {
    const form = toShopForm(SHOP, [{ name: 'Lamps' }, { accent: null, letters: 'XY' }]);
    expect(form.lines).toEqual({ name: 'Lamps', shortName: '', letters: 'XY', accent: '' });
    expect([form.texts.about, form.texts.legal, form.conditions.good]).toEqual([
      { en: 'Lamps', ru: 'Лампы' },
      { en: '', ru: '' },
      { en: 'Scratches', ru: '' },
    ]);
  });

  test('sends the parts that were changed, and null for those that were emptied', () => {
    const form = toShopForm(SHOP, []);
    expect(findChanges(form, withLines(form, { name: ' Lamp House ' }))).toBeUndefined();
    expect(findChanges(form, withLines(form, { name: ' Lamps ', accent: ' ' }))).toEqual({
      name: 'Lamps',
      accent: null,
    });
    const texts = { ...form.texts, about: { en: '', ru: '' }, legal: { en: '', ru: 'ООО' } };
    expect(findChanges(form, { ...form, texts })).toEqual({ about: null, legal: { ru: 'ООО' } });
    const conditions = { ...form.conditions, good: { en: ' ', ru: '' } };
    expect(findChanges(form, { ...form, conditions })).toEqual({ conditions: null });
    expect(findChanges(form, { ...form, logo: null })).toEqual({ logo: null });
  });

  test('keeps typed values, and takes all other fields that another administrator saves meanwhile', () => {
    const form = toShopForm(SHOP, []);
    const texts = { ...form.texts, about: { en: 'Lamps and more', ru: 'Лампы' } };
    const conditions = { ...form.conditions, good: { en: 'Scratches', ru: 'Царапины' } };
    const draft = noteTyped({}, form, { ...withLines(form, { name: 'Lamps' }), texts, conditions, logo: null });
    expect(draft).toEqual({
      name: { before: 'Lamp House', typed: 'Lamps' },
      'about.en': { before: 'Lamps', typed: 'Lamps and more' },
      'conditions.good.ru': { before: '', typed: 'Царапины' },
      logo: { before: null, typed: null },
    });
    const now = toShopForm({ ...SHOP, name: 'Lamp Palace', accent: '#be123c', about: { en: 'Lamps' } }, []);
    const shown = applyDraft(now, draft);
    expect(findChanges(now, shown)).toEqual({
      name: 'Lamps',
      about: { en: 'Lamps and more' },
      conditions: { good: { en: 'Scratches', ru: 'Царапины' } },
      logo: null,
    });
    expect(findReplaced(now, draft)).toEqual({ name: 'Lamp Palace' });
    expect(findReplaced(toShopForm({ ...SHOP, name: 'Lamps' }, []), draft)).toEqual({});
    // A field that is typed back to its former value no longer counts as typed.
    const back = noteTyped(draft, shown, withLines(shown, { name: 'Lamp House' }));
    expect(Object.keys(back)).toEqual(['about.en', 'conditions.good.ru', 'logo']);
  });

  test('says by field what the server would reject', () => {
    const form = toShopForm({}, []);
    const texts = { ...form.texts, legal: { en: 'x'.repeat(301), ru: '' } };
    const logo = `data:image/svg+xml;base64,${btoa('<svg><script/></svg>')}`;
    const wrong = withLines({ ...form, texts, logo }, { name: 'x'.repeat(61), accent: 'blue' });
    expect(findProblems(wrong)).toEqual({
      name: 'must not be longer than 60 characters',
      'legal.en': 'must not be longer than 300 characters',
      accent: 'must be a color such as #1e3a8a',
      logo: 'must not hold scripts, or images and fonts from elsewhere',
    });
    expect(findProblems(withLines(form, { accent: '#ffffff' }))).toHaveProperty('accent');
    expect(findProblems(form)).toEqual({});
  });

  test('shows a rejection at its fields', () => {
    const rejection = { code: 'bad-request', detail: '', errors: [{ pointer: '/body/legal/en', message: 'wrong' }] };
    expect(readRejection({ rejection } as never)).toEqual({ 'legal.en': 'wrong' });
    expect(readRejection(undefined)).toEqual({});
  });
});
