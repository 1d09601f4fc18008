import type { ReactNode } from 'react';
import type { OpenBoxCard } from '#contract/blocks/card.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';

/** Renders the actions of an open product, for the chosen condition of an open-box product. */
export type RenderActions = (card: OpenBoxCard, condition: ConditionKey | undefined) => ReactNode;
