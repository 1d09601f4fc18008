/** Returns a function that chooses the form of a word for a number by the rules of a language. */
export function createPlural<C extends Intl.LDMLPluralRule>(
  language: string,
): <T>(count: number, forms: Readonly<Record<C, T>>) => T {
  let rules: Intl.PluralRules | undefined;
  return (count, forms) => {
    rules ??= new Intl.PluralRules(language);
    return forms[rules.select(count) as C];
  };
}
