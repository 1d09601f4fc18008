import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { ProductLink } from '#contract/screens/product-link.ts';

/** What an open chat needs from the shops to show and insert products. */
export interface ChatProducts {
  /** Renders a link as the product's card. `isDraft`: the message is still being written, so the card is not a link. */
  readonly renderCard: (link: ProductLink, isDraft: boolean) => ReactNode;
  /** Renders the search for a product; `onPick` gets the link to it. */
  readonly renderPicker: (picker: {
    readonly onPick: (href: string) => void;
    readonly onClose: () => void;
  }) => ReactNode;
}

const ChatProductsContext = createContext<ChatProducts | undefined>(undefined);
export const ChatProductsProvider = ChatProductsContext.Provider;

export function useChatProducts(): ChatProducts {
  const products = useContext(ChatProductsContext);
  if (!products) throw new Error('useChatProducts needs a ChatProductsProvider');
  return products;
}
