import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { BUILDS_PATH } from '#contract/screens/screens.ts';
import type { ShopRow } from '#contract/shops.ts';
import { buildName } from '#pwa/features/builds/build-text.ts';
import { buildUrl, readBuildQuery } from '#pwa/features/builds/build-url.ts';
import { BuildsNotice } from '#pwa/features/builds/builds-notice.tsx';
import { BuildsOverview } from '#pwa/features/builds/builds-overview.tsx';
import { createBuild } from '#pwa/features/builds/create-build.ts';
import { OwnBuild } from '#pwa/features/builds/own-build.tsx';
import { BUILD_SHOP, USED_SHOP } from '#pwa/features/builds/part-shops.ts';
import { SharedBuildView } from '#pwa/features/builds/shared-build.tsx';
import { UndoLine } from '#pwa/features/builds/undo-line.tsx';
import { useBuilds, useReadReadyBuild } from '#pwa/features/builds/use-builds.ts';
import { useUndo } from '#pwa/features/builds/use-undo.ts';
import { ProductImage } from '#pwa/features/product/images/product-image.tsx';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { storedBuilds } from '#pwa/features/builds/stored-builds.ts';
import type { Build } from '#pwa/features/builds/parse-builds.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { goToProduct } from '../routing/go-to-product.ts';
import { PageLink } from '../routing/page-link.tsx';
import { goToShop } from '../routing/router.ts';
import { ShopLink } from '../routing/shop-link.tsx';
import messageStyles from './message-screen.module.css';
import styles from './builds-screen.module.css';

/** The build lists of this device: all, one of them, or one of a link. */
export function BuildsScreen() {
  const sync = useSync();
  // Used parts come from the other shop. This one is opened last, so that its catalogue is loaded first.
  useEffect(() => {
    sync.openShop(USED_SHOP.key);
    sync.openShop(BUILD_SHOP.key);
  }, [sync]);
  const search = useSearch();
  const request = useMemo(() => readBuildQuery(search), [search]);
  const builds = useBuilds();
  const own = request.kind === 'own' ? builds.find(({ id }) => id === request.id) : undefined;
  const shown = request.kind === 'shared' ? request.shared : own;
  useDocumentTitle(messages.title(shown ? buildName(shown.name) : buildMessages.title));
  const [problem, setProblem] = useState<string>();
  const [message, showMessage] = useUndo();

  const keep = (build: Partial<Omit<Build, 'id'>>, options?: { readonly replace: true }): void => {
    const id = createBuild(build);
    setProblem(id === null ? buildMessages.tooManyBuilds : undefined);
    if (id !== null) navigate(buildUrl(id), options);
  };
  const remove = (build: Build): void => {
    storedBuilds.remove(build.id);
    navigate(BUILDS_PATH, { replace: true });
    const undo = (): void => {
      if (!storedBuilds.restore(build)) showMessage({ text: buildMessages.tooManyBuilds });
    };
    showMessage({ text: buildMessages.deleted(buildName(build.name)), undo });
  };
  return (
    <>
      <div className={styles['back']}>
        {request.kind === 'all' ? (
          <ShopLink shop={BUILD_SHOP} className={buttonClass('quiet')} onFollow={goToShop}>
            {buildMessages.back(messages.shops[BUILD_SHOP.key])}
          </ShopLink>
        ) : (
          <PageLink href={BUILDS_PATH} className={buttonClass('quiet')}>
            {buildMessages.all}
          </PageLink>
        )}
      </div>
      <BuildsNotice />
      {request.kind === 'all' && <Overview problem={problem} onProblem={setProblem} onCreate={keep} />}
      {request.kind === 'shared' && (
        <SharedBuildView
          shared={request.shared}
          problem={problem}
          onKeep={({ name, isFree, parts }) => keep({ name, isFree, parts }, { replace: true })}
          {...PART_SLOTS}
        />
      )}
      {request.kind === 'own' &&
        (own ? <OwnBuild key={own.id} build={own} onDelete={() => remove(own)} {...PART_SLOTS} /> : <NoBuild />)}
      <UndoLine message={message} onDone={() => showMessage(undefined)} />
    </>
  );
}

const PART_SLOTS = {
  renderImage: (shop: ShopRow, card: WireCard) => <ProductImage card={card} imageFolder={shop.imageFolder} />,
  onOpenProduct: goToProduct,
};

interface OverviewProps {
  readonly problem: string | undefined;
  readonly onProblem: (problem: string) => void;
  readonly onCreate: (build: Partial<Omit<Build, 'id'>>) => void;
}

function Overview({ problem, onProblem, onCreate }: OverviewProps) {
  const { engine } = useSync();
  const readReady = useReadReadyBuild(engine);
  const copyReady = async (mainCategory: string): Promise<void> => {
    try {
      // A ready build may have several parts of one category.
      onCreate({ name: mainCategory, isFree: true, parts: await readReady(mainCategory) });
    } catch {
      onProblem(buildMessages.copyFailed);
    }
  };
  const renderLink = (id: number, children: ReactNode, className: string) => (
    <PageLink href={buildUrl(id)} className={className}>
      {children}
    </PageLink>
  );
  return (
    <BuildsOverview
      problem={problem}
      renderLink={renderLink}
      onCreate={() => onCreate({})}
      onCopyReady={(mainCategory) => void copyReady(mainCategory)}
    />
  );
}

const NoBuild = () => (
  <div className={messageStyles['message']} role="status">
    <h1>{buildMessages.missingTitle}</h1>
    <p>{buildMessages.missingHint}</p>
  </div>
);
