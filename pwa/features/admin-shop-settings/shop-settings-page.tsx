import { useId, useState } from 'react';
import { LANGUAGES } from '#contract/languages.ts';
import type { Language } from '#contract/languages.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import { DEFAULT_LETTERS, DEFAULT_NAME, lettersOf, shortenName } from '#contract/shop-settings/default-shop.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { adminShopMessages } from '#pwa/messages/en/admin-shop.ts';
import { fieldProblem } from '#pwa/messages/field-problem.ts';
import { currentLanguage } from '#pwa/messages/localized.ts';
import { conditionName } from '#pwa/messages/term-names.ts';
import { Button } from '#pwa/ui/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { AccentField } from './accent-field.tsx';
import { LogoField } from './logo-field.tsx';
import { LINES, TEXTS } from './shop-form.ts';
import type { LineName, ShopForm } from './shop-form.ts';
import styles from './shop-settings.module.css';
import { useShopForm } from './use-shop-form.ts';

/** The form of the shop's name, look and texts. */
export function ShopSettingsPage() {
  const { form, change, problems, replaced, isChanged, outcome, save, discard } = useShopForm();
  const [language, setLanguage] = useState(currentLanguage() as Language);
  const heading = useId();
  if (!form) return null;
  const problemOf = (field: string, label: string): string | undefined => {
    const problem = problems[field];
    if (problem !== undefined) return adminMessages.products.problem(label, fieldProblem(problem));
    const theirs = replaced[field];
    return theirs === undefined ? undefined : adminShopMessages.replaces(theirs);
  };
  const setLine = (name: LineName, text: string): void =>
    change((before) => ({ ...before, lines: { ...before.lines, [name]: text } }));
  const hasProblems = Object.keys(problems).length > 0;
  return (
    <form
      className={styles['page']}
      noValidate
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div>
        <h1 id={heading}>{adminShopMessages.title}</h1>
        <p className={styles['soft']}>{adminShopMessages.hint}</p>
      </div>
      <section className={styles['part']}>
        <h2>{adminShopMessages.look}</h2>
        {LINES.map((name) => (
          <TextField
            key={name}
            label={adminShopMessages.lines[name]}
            hint={adminShopMessages.lineHints[name]}
            placeholder={placeholderOf(name, form)}
            autoComplete="off"
            dir="auto"
            value={form.lines[name]}
            problem={problemOf(name, adminShopMessages.lines[name])}
            onText={(text) => setLine(name, text)}
          />
        ))}
        <LogoField
          logo={form.logo}
          problem={problemOf('logo', adminShopMessages.logo)}
          onLogo={(logo) => change((before) => ({ ...before, logo }))}
        />
        <AccentField
          accent={form.lines.accent}
          problem={problemOf('accent', adminShopMessages.accent)}
          onAccent={(accent) => setLine('accent', accent)}
        />
      </section>
      <section className={styles['part']}>
        <div className={styles['head']}>
          <h2>{adminShopMessages.texts}</h2>
          <SelectField
            label={adminShopMessages.language}
            value={language}
            onChoose={(chosen) => setLanguage(chosen as Language)}
          >
            {Object.entries(LANGUAGES).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        {TEXTS.map((name) => (
          <TextField
            key={name}
            label={adminShopMessages.textNames[name]}
            hint={adminShopMessages.textHints[name]}
            autoComplete="off"
            lang={language}
            dir="auto"
            value={form.texts[name][language]}
            problem={problemOf(`${name}.${language}`, adminShopMessages.textNames[name])}
            onText={(text) => change((before) => withText(before, 'texts', name, language, text))}
          />
        ))}
        <h3>{adminShopMessages.conditions}</h3>
        {CONDITION_KEYS.map((key) => (
          <TextField
            key={key}
            label={conditionName(key)}
            autoComplete="off"
            lang={language}
            dir="auto"
            value={form.conditions[key][language]}
            problem={problemOf(`conditions.${key}.${language}`, conditionName(key))}
            onText={(text) => change((before) => withText(before, 'conditions', key, language, text))}
          />
        ))}
      </section>
      <div className={styles['bar']}>
        <p role="status">
          {hasProblems
            ? adminShopMessages.problems
            : outcome && !isChanged
              ? adminShopMessages.outcomes[outcome]
              : outcome === 'failed' && adminShopMessages.outcomes.failed}
        </p>
        {isChanged && (
          <Button look="quiet" onClick={() => void discard()}>
            {adminShopMessages.discard}
          </Button>
        )}
        <Button type="submit" look="primary" aria-disabled={!isChanged || hasProblems}>
          {adminShopMessages.save}
        </Button>
      </div>
    </form>
  );
}

/** Returns the value that an empty field stands for. */
function placeholderOf(name: (typeof LINES)[number], { lines }: ShopForm): string {
  if (name === 'name') return DEFAULT_NAME;
  const full = lines.name.trim();
  const short = lines.shortName.trim() || shortenName(full);
  if (name === 'shortName') return short || DEFAULT_NAME;
  return short === '' ? DEFAULT_LETTERS : lettersOf(short);
}

function withText<Part extends 'texts' | 'conditions'>(
  form: ShopForm,
  part: Part,
  name: keyof ShopForm[Part],
  language: Language,
  text: string,
): ShopForm {
  const texts = form[part] as Readonly<Record<PropertyKey, Readonly<Record<Language, string>>>>;
  return { ...form, [part]: { ...texts, [name]: { ...texts[name as PropertyKey], [language]: text } } };
}
