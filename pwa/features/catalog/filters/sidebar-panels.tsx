import type { ReactNode } from 'react';
import type { SidebarSection } from '#contract/shops.ts';
import { BuildsPanel, CategoryPanel } from './category-panel.tsx';
import { FiltersPanel } from './filters-panel.tsx';
import { SortPanel } from './sort-panel.tsx';
import type { PanelProps } from './panel-props.ts';

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
