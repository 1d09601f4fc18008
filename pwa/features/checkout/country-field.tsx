import { useState } from 'react';
import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { countryName } from '#pwa/messages/format-country.ts';
import { deviceLanguages } from '#pwa/messages/locale.ts';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { listCountries, suggestCountries } from './list-countries.ts';

interface CountryFieldProps {
  readonly value: string;
  readonly autoComplete: string;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly onChoose: (code: string) => void;
}

/** The optional country to ship to; the list begins with the likely ones. */
export function CountryField({ value, autoComplete, problem, isBusy, onChoose }: CountryFieldProps) {
  const [countries] = useState(listCountries);
  const [suggested] = useState(() => suggestCountries(deviceLanguages()));
  const { fields, chooseCountry, optional, suggestedCountries, allCountries } = checkoutMessages;
  return (
    <SelectField
      name="country"
      label={fields.country}
      hint={optional}
      problem={problem}
      autoComplete={autoComplete}
      disabled={isBusy}
      value={value}
      onChoose={onChoose}
    >
      <option value="">{chooseCountry}</option>
      {suggested.length > 0 && (
        <optgroup label={suggestedCountries}>
          {suggested.map((code) => (
            <option key={code} value={code}>
              {countryName(code)}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label={allCountries}>
        {countries
          .filter(({ code }) => !suggested.includes(code))
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </optgroup>
    </SelectField>
  );
}
