import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/browse.ts';
import type { ShopDefinition, ShopKey, SidebarSection } from '#contract/shops.ts';
import type { BrowseAction } from '../browse/browse-state.ts';
import { BuildsPanel, CategoryPanel } from './category-panel.tsx';
import { FiltersPanel } from './filters-panel.tsx';
import { SortPanel } from './sort-panel.tsx';

/** The props of every panel of the sidebar. */
export interface PanelProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  readonly state: BrowseState;
  readonly onAction: (action: BrowseAction) => void;
}

const PANELS = {
  sort: SortPanel,
  categories: CategoryPanel,
  builds: BuildsPanel,
} satisfies Record<SidebarSection, (props: PanelProps) => ReactNode>;

/** The sections of a shop's sidebar, followed by the filters, which every shop has. */
export const SidebarPanels = (props: PanelProps) => (
  <>
    {props.shop.sidebar.map((section) => {
      const Panel = PANELS[section];
      return <Panel key={section} {...props} />;
    })}
    <FiltersPanel {...props} />
  </>
);
