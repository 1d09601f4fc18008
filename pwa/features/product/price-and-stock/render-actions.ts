import type { ReactNode } from 'react';
import type { OpenBoxCard } from '#contract/blocks/card.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';

/** Renders the actions of an open-box product for the chosen condition; `condition` is undefined while none is chosen. */
export type RenderActions = (card: OpenBoxCard, condition: ConditionKey | undefined) => ReactNode;
