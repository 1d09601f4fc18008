import { Fragment, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import type { FileColumn } from '#transfer/foreign/file-columns.ts';
import {
  lacksLinks,
  LEFT_OUT,
  missingTargets,
  namesProducts,
  OWN_FORMAT,
  targetOf,
  targetsOf,
} from '#transfer/foreign/mapping.ts';
import type { Mapping } from '#transfer/foreign/mapping.ts';
import type { OfferKind } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import lineStyles from '#pwa/ui/text-lines.module.css';
import type { WireCard } from '#sync/api/engine-api.ts';
import { previewCards } from './preview-card.ts';
import styles from './mapping.module.css';
import transferStyles from './transfer.module.css';
import type { ImportState } from './use-import.ts';

interface MappingViewProps {
  readonly state: Extract<ImportState, { step: 'mapping' }>;
  readonly offer: OfferKind;
  readonly renderCard: (card: WireCard) => ReactNode;
  readonly onChange: (mapping: Mapping) => void;
  readonly onConfirm: () => void;
  readonly onReset: () => void;
}

/** The mapping of a file's columns: a proposal that the administrator confirms or changes, with the first products as the shop would show them. */
export function MappingView({ state, offer, renderCard, onChange, onConfirm, onReset }: MappingViewProps) {
  const { source, mapping, isRemembered } = state;
  const texts = adminTransferMessages.mapping;
  // Fixed at the first render, so that a column stays in its list when its choice changes.
  const [isTaken] = useState(() => (name: string) => targetOf(mapping, name) !== LEFT_OUT);
  const taken = source.columns.filter(({ name }) => isTaken(name));
  const leftOut = source.columns.filter(({ name }) => !isTaken(name));
  const missing = missingTargets(mapping, source.columns);
  const choose = (name: string, target: string): void =>
    // The chosen column is put first: earlier entries take precedence over later ones with the same target.
    onChange({ ...mapping, columns: Object.assign({ [name]: target }, mapping.columns, { [name]: target }) });
  const list = (columns: readonly FileColumn[]): ReactNode => (
    <ul className={styles['columns']}>
      {columns.map((column) => (
        <li key={column.name}>
          <ColumnChoice
            column={column}
            target={targetOf(mapping, column.name)}
            targets={targetsOf(offer)}
            onChoose={(target) => choose(column.name, target)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles['mapping']}>
      <p role="status">
        <strong>{texts.recognized(source.name, mapping.format)}</strong>{' '}
        {isRemembered ? texts.remembered : texts.proposal}
      </p>
      {taken.length > 0 && list(taken)}
      {leftOut.length > 0 && (
        <details open={taken.length === 0}>
          <summary>{texts.leftOut(leftOut.length)}</summary>
          {list(leftOut)}
        </details>
      )}
      <Constants mapping={mapping} offer={offer} isMissing={missing.includes('main_category')} onChange={onChange} />
      {missing.includes('title') && (
        <p className={transferStyles['problem']} role="alert">
          {texts.noTitle}
        </p>
      )}
      {lacksLinks(mapping, offer, source.columns) && <p>{texts.noLink(adminMessages.shopNames[CART_SHOP.key])}</p>}
      <FirstProducts state={state} offer={offer} renderCard={renderCard} />
      <div className={transferStyles['tools']}>
        <Button onClick={onReset}>{adminTransferMessages.another}</Button>
        <Button look="primary" disabled={!namesProducts(mapping)} onClick={onConfirm}>
          {texts.confirm}
        </Button>
      </div>
    </div>
  );
}

interface ColumnChoiceProps {
  readonly column: FileColumn;
  readonly target: string;
  readonly targets: readonly string[];
  readonly onChoose: (target: string) => void;
}

/** A column of the file, up to three of its values, and the choice of what it becomes. */
function ColumnChoice({ column, target, targets, onChoose }: ColumnChoiceProps) {
  const texts = adminTransferMessages.mapping;
  // The proposal for a known program's file may use a target that is not in `targets`; it stays available.
  const choices = targets.includes(target) || target === LEFT_OUT ? targets : [target, ...targets];
  return (
    <>
      <SelectField label={column.written} value={target} onChoose={onChoose}>
        <option value={LEFT_OUT}>{texts.leaveOut}</option>
        {choices.map((name) => (
          <option key={name} value={name}>
            {texts.targets[name] ?? name}
          </option>
        ))}
      </SelectField>
      <p className={classNames(lineStyles['two'], styles['samples'])} dir="auto">
        {column.samples.length === 0
          ? adminTransferMessages.empty
          : column.samples.map((sample, index) => (
              <Fragment key={sample}>
                {index > 0 && ' · '}
                <span>{shorten(sample)}</span>
              </Fragment>
            ))}
      </p>
    </>
  );
}

const MAX_SAMPLE_LENGTH = 60;
const shorten = (text: string): string =>
  text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…`.toWellFormed() : text;

interface ConstantsProps {
  readonly mapping: Mapping;
  readonly offer: OfferKind;
  readonly isMissing: boolean;
  readonly onChange: (mapping: Mapping) => void;
}

/** Values for products whose rows in the file lack them. */
function Constants({ mapping, offer, isMissing, onChange }: ConstantsProps) {
  const texts = adminTransferMessages.mapping;
  const { main_category: mainCategory = '', condition = '' } = mapping.constants;
  const set = (target: string, value: string): void => {
    const { [target]: _earlier, ...others } = mapping.constants;
    onChange({ ...mapping, constants: value === '' ? others : { ...others, [target]: value } });
  };
  return (
    <div className={styles['constants']}>
      <TextField
        label={texts.mainCategory}
        value={mainCategory}
        problem={isMissing && mainCategory === '' ? texts.noCategory : undefined}
        onText={(text) => set('main_category', text)}
      />
      {offer === 'openBox' && mapping.format !== OWN_FORMAT && (
        <SelectField label={texts.condition} value={condition} onChoose={(value) => set('condition', value)}>
          <option value="">{texts.noCondition}</option>
          {CONDITIONS.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

function FirstProducts({ state, offer, renderCard }: Pick<MappingViewProps, 'state' | 'offer' | 'renderCard'>) {
  const id = useId();
  const cards = previewCards(state.source.rows, state.mapping, offer);
  if (cards.length === 0) return null;
  return (
    <section className={styles['first']} aria-labelledby={id}>
      <h3 id={id}>{adminTransferMessages.mapping.first(cards.length)}</h3>
      {/* The products do not exist yet: their links lead nowhere. */}
      <ul className={styles['cards']} inert>
        {cards.map((card) => (
          <li key={card.id}>{renderCard(card)}</li>
        ))}
      </ul>
    </section>
  );
}
