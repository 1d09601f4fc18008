import { createContext, useContext } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** Orders that a number stands for. */
export interface OrdersQuery {
  readonly status?: string;
  readonly unsentOnly?: boolean;
  /** First and last day, as `2026-11-23`. */
  readonly from?: string;
  readonly until?: string;
}

/** The links from the figures to other pages, which the surrounding page provides. */
export interface InsightLinks {
  readonly orders: (query: OrdersQuery) => string;
  readonly product: (id: number) => string;
  readonly open: (href: string) => void;
  readonly Link: ComponentType<{
    readonly href: string;
    readonly className?: string | undefined;
    readonly children: ReactNode;
  }>;
}

const LinksContext = createContext<InsightLinks | undefined>(undefined);
export const InsightLinksProvider = LinksContext.Provider;

export function useInsightLinks(): InsightLinks {
  const links = useContext(LinksContext);
  if (!links) throw new Error('useInsightLinks needs an InsightLinksProvider');
  return links;
}
