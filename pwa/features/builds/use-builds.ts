import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { MAX_BUILD_PARTS } from '#contract/limits.ts';
import type { ShopRow } from '#contract/shops.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { isReady, useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import type { Build, BuildPart } from './parse-builds.ts';
import { storedBuilds } from './stored-builds.ts';
import type { CatalogOverview, EngineApi, WireCard } from '#sync/api/engine-api.ts';
import { assessBuild } from './assess-build.ts';
import type { AssessedBuild, KnownCards } from './assess-build.ts';
import { BUILD_SHOP, USED_SHOP } from './part-shops.ts';

/** Returns the builds of this device, live; the newest first. */
export const useBuilds = (): readonly Build[] => useSyncExternalStore(storedBuilds.subscribe, storedBuilds.list);

/** Returns builds with the present prices and stock of their parts, live; undefined until both shops have answered. */
export function useAssessedBuilds(builds: readonly Build[]): readonly AssessedBuild<WireCard>[] | undefined {
  const parts = useMemo(() => builds.flatMap((build) => build.parts), [builds]);
  const known = useKnownParts(parts);
  return useMemo(() => known && builds.map((build) => assessBuild(build.parts, known)), [builds, known]);
}

/** Returns the parts of one build with their present prices and stock, live; undefined until both shops have answered. */
export function useAssessedParts(parts: readonly BuildPart[]): AssessedBuild<WireCard> | undefined {
  const known = useKnownParts(parts);
  return useMemo(() => known && assessBuild(parts, known), [parts, known]);
}

function useKnownParts(parts: readonly BuildPart[]) {
  const own = useKnownCards(BUILD_SHOP, parts);
  const used = useKnownCards(USED_SHOP, parts);
  return useMemo(() => own && used && { [BUILD_SHOP.key]: own, [USED_SHOP.key]: used }, [own, used]);
}

function useKnownCards(shop: ShopRow, parts: readonly BuildPart[]): KnownCards<WireCard> | undefined {
  const ids = useMemo(
    () => [...new Set(parts.filter((part) => part.shop === shop.key).map(({ id }) => id))],
    [shop, parts],
  );
  const { data: cards } = useCards(shop.key, ids);
  const isComplete = useSyncStatus(shop.key, isReady);
  return useMemo(() => cards && { cards, isComplete }, [cards, isComplete]);
}

const readOverview: EngineQuery<CatalogOverview> = (catalog) => catalog.overview(BUILD_SHOP.key);

/** Returns the shop's own builds, which are its main categories, live. */
export function useReadyBuilds() {
  const { data, hasFailed } = useEngineQuery(BUILD_SHOP.key, readOverview);
  return { ready: data?.categories, isAwaited: !data && !hasFailed };
}

/** Returns a function that reads the parts of one of the shop's own builds; it throws the errors of `CatalogApi.browse`. */
export function useReadReadyBuild(engine: EngineApi): (mainCategory: string) => Promise<BuildPart[]> {
  return useCallback(
    async (mainCategory) => {
      const parts: BuildPart[] = [];
      for (let page = 1; parts.length < MAX_BUILD_PARTS; page++) {
        const { cards } = await engine.catalog.browse(BUILD_SHOP.key, { ...EMPTY_BROWSE_STATE, mainCategory, page });
        if (cards.length === 0) break;
        parts.push(...cards.map((card) => toPart(BUILD_SHOP, card, card.category)));
      }
      return parts.slice(0, MAX_BUILD_PARTS);
    },
    [engine],
  );
}

/** Returns a card as a part for a slot. */
export const toPart = (shop: ShopRow, { id, title }: Pick<WireCard, 'id' | 'title'>, slot: string): BuildPart => ({
  shop: shop.key,
  id,
  quantity: 1,
  slot,
  title,
});
