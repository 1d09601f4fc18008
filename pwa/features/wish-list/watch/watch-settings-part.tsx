import { useId } from 'react';
import type { ReactNode } from 'react';
import { formatHour } from '#pwa/messages/format-time.ts';
import { watchMessages } from '#pwa/messages/en/watch.ts';
import { DEFAULT_QUIET, watchSettings } from './watch-settings.ts';
import { watchAll } from './apply-watch-stops.ts';
import { useWatchSettings } from './use-saved-offers.ts';
import boxStyles from '#pwa/ui/box.module.css';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './watch.module.css';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Shows the settings of wish list notifications: what they still need or, if nothing is missing, the switch and the quiet hours. */
export function WatchSettingsPart({ missing }: { readonly missing: ReactNode }) {
  const settings = useWatchSettings();
  const { isOn, quiet } = settings;
  const heading = useId();
  return (
    <section className={classNames(boxStyles['box'], styles['settings'])} aria-labelledby={heading}>
      <h3 id={heading}>{watchMessages.title}</h3>
      <p>{watchMessages.intro}</p>
      {missing || (
        <>
          <label className={styles['switch']}>
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ target: { checked } }) => {
                if (checked) watchAll();
                watchSettings.set({ ...settings, isOn: checked });
              }}
            />
            {watchMessages.on}
          </label>
          {isOn && (
            <label className={styles['switch']}>
              <input
                type="checkbox"
                checked={quiet !== null}
                onChange={(event) =>
                  watchSettings.set({ ...settings, quiet: event.target.checked ? DEFAULT_QUIET : null })
                }
              />
              {watchMessages.quiet}
            </label>
          )}
          {isOn && quiet && (
            <div className={styles['hours']}>
              <HourField
                label={watchMessages.from}
                hour={quiet.from}
                onChange={(from) => watchSettings.set({ ...settings, quiet: { ...quiet, from } })}
              />
              <HourField
                label={watchMessages.until}
                hour={quiet.until}
                onChange={(until) => watchSettings.set({ ...settings, quiet: { ...quiet, until } })}
              />
            </div>
          )}
        </>
      )}
    </section>
  );
}

interface HourFieldProps {
  readonly label: string;
  readonly hour: number;
  readonly onChange: (hour: number) => void;
}

const HourField = ({ label, hour, onChange }: HourFieldProps) => (
  <label>
    {label}
    <select value={hour} onChange={(event) => onChange(Number(event.target.value))}>
      {HOURS.map((each) => (
        <option key={each} value={each}>
          {formatHour(each)}
        </option>
      ))}
    </select>
  </label>
);
