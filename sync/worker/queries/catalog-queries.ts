import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { toFirstOverview } from '#contract/screens/first-screen.ts';
import type { FirstScreen } from '#contract/screens/first-screen.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { Product } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import { toBarcode } from '#contract/text/to-barcode.ts';
import type { FoundProduct } from '../../catalog/products/product-reader.ts';
import type { BarcodeMatches } from '../../catalog/search/barcode-search.ts';
import type { ShopCatalog } from '../../catalog/shop-catalog.ts';
import type { BackgroundAccess } from '../background-access.ts';
import type {
  CatalogApi,
  CatalogOverview,
  CatalogPage,
  Facets,
  FactMatches,
  ProductFigures,
  SameProduct,
} from '../../api/engine-api.ts';
import type { CloseMatches } from '../../catalog/search/close-matches.ts';
import type { FactSearch } from '../../catalog/search/fact-search.ts';
import { IndexWarmUp } from './index-warm-up.ts';
import { lazyModule } from '../lazy-module.ts';
import type { LazyModule } from '../lazy-module.ts';
import type { ServerLink } from '../server-link.ts';
import type { TabContext } from '../tab-context.ts';
import { withWellFormedText } from './well-formed-text.ts';

const NO_FACT_MATCHES: FactMatches = { total: 0, matches: [] };

/** Answers queries about a catalogue from the device, or the server; lists from the device are recorded as first screens. */
export class CatalogQueries implements CatalogApi {
  readonly #tab: TabContext;
  readonly #background: BackgroundAccess;
  readonly #closeMatches: LazyModule<CloseMatches>;
  readonly #facts: LazyModule<FactSearch>;
  readonly #warmUp: IndexWarmUp;

  constructor(tab: TabContext, background: BackgroundAccess) {
    this.#tab = tab;
    this.#background = background;
    const { loadCloseMatches, loadFactSearch } = tab.environment;
    this.#closeMatches = lazyModule(async () => new (await loadCloseMatches()).CloseMatches());
    this.#facts = lazyModule(async () => {
      const [{ FactSearch: Search }, { readDescriptions }] = await Promise.all([loadFactSearch(), background.get()]);
      return new Search(readDescriptions);
    });
    this.#warmUp = new IndexWarmUp(tab.showChanged);
  }

  async show(shop: ShopKey, asked: BrowseState, isShown = false): Promise<CatalogPage | undefined> {
    const { catalogs, tabState } = this.#tab;
    const state = withWellFormedText(asked);
    tabState.categories.set(shop, state);
    const catalog = await catalogs.get(shop);
    if (isShown && (catalog.state === 'empty' || catalog.state === 'loading')) return undefined;
    const page = await this.browse(shop, state);
    this.#warmUp.continueWith(catalog);
    const { source, isPartial, total, cards } = page;
    if (source === 'device' && !isPartial) {
      this.#record({ shop, state, productId: null, page: { total, cards } });
    }
    return page;
  }

  async browse(shop: ShopKey, asked: BrowseState): Promise<CatalogPage> {
    const state = withWellFormedText(asked);
    const catalog = await this.#tab.catalogs.get(shop);
    const byBarcode = await this.#findBarcode(catalog, state.search);
    const page = catalog.browse(state, byBarcode?.ids);
    if (page && page.cards.length > 0) this.#warmUp.join(catalog);
    const isWhole = catalog.isWholeFor(state) && byBarcode?.isComplete !== false;
    const partial = page && !isWhole ? { ...page, isPartial: true } : page;
    return this.#orFromServer(isWhole, partial, (link) => link.browse(shop, state));
  }

  async overview(shop: ShopKey): Promise<CatalogOverview> {
    const catalog = await this.#tab.catalogs.get(shop);
    const overview = catalog.overview();
    this.#warmUp.continueWith(catalog);
    const isWhole = catalog.state === 'ready';
    if (overview && isWhole) {
      this.#record({ shop, state: EMPTY_BROWSE_STATE, productId: null, overview: toFirstOverview(overview) });
    }
    return this.#orFromServer(isWhole, overview, (link) => link.overview(shop));
  }

  async highestId(shop: ShopKey): Promise<number> {
    return (await this.#tab.catalogs.get(shop)).highestId();
  }

  async facets(shop: ShopKey, state: BrowseState): Promise<Facets | undefined> {
    const catalog = await this.#tab.catalogs.get(shop);
    const byBarcode = await this.#findBarcode(catalog, state.search);
    return catalog.isWholeFor(state) ? catalog.facets(withWellFormedText(state), byBarcode?.ids) : undefined;
  }

  async closeMatches(shop: ShopKey, state: BrowseState): Promise<readonly WireCard[]> {
    const [{ index }, search] = await Promise.all([this.#tab.catalogs.get(shop), orNone(this.#closeMatches)]);
    return (index && search?.find(index, withWellFormedText(state))) ?? [];
  }

  async factMatches(shop: ShopKey, state: BrowseState, limit: number): Promise<FactMatches | undefined> {
    const [catalog, search] = await Promise.all([this.#tab.catalogs.get(shop), orNone(this.#facts)]);
    return search ? search.find(catalog, withWellFormedText(state), limit) : NO_FACT_MATCHES;
  }

  async sameProduct(shop: ShopKey, id: number, barcode: string): Promise<SameProduct | undefined> {
    const { catalogs, environment } = this.#tab;
    const [catalog, { findSameProduct }, { barcodes }] = await Promise.all([
      catalogs.get(shop),
      environment.loadSameProducts(),
      this.#background.get(),
    ]);
    return findSameProduct(catalog, { id, barcode }, { barcodes, getCatalog: (key) => catalogs.get(key) });
  }

  async cards(shop: ShopKey, ids: readonly number[]): Promise<readonly WireCard[]> {
    const catalog = await this.#tab.catalogs.get(shop);
    return ids.flatMap((id) => catalog.card(id) ?? []);
  }

  async card(shop: ShopKey, id: number): Promise<WireCard | undefined> {
    return (await this.#tab.catalogs.get(shop)).card(id);
  }

  async product(shop: ShopKey, id: number): Promise<Product | undefined> {
    const catalog = await this.#tab.catalogs.get(shop);
    const found = await this.#findProduct(catalog, id);
    if (found.state === 'found') return found.product;
    const { link } = await this.#background.calls();
    const fromServer = link.product(shop, id);
    // A link may point at a product newer than this device's catalogue; without network the device's answer stands.
    return found.state === 'absent' ? fromServer.catch(() => undefined) : fromServer;
  }

  async productFigures(shop: ShopKey, soldIds: readonly number[]): Promise<ProductFigures | undefined> {
    const { catalogs, environment } = this.#tab;
    const [catalog, { findProductFigures }] = await Promise.all([catalogs.get(shop), environment.loadProductFigures()]);
    return catalog.index && findProductFigures(catalog.index, soldIds);
  }

  close(): void {
    this.#warmUp.close();
  }

  /** Records a first screen. No caller waits for that, as the list itself has been answered; if the code cannot be loaded, none is stored. */
  #record(screen: FirstScreen): void {
    this.#background.get().then(
      ({ firstScreens }) => firstScreens.record(screen),
      () => undefined,
    );
  }

  async #findProduct(catalog: ShopCatalog, id: number): Promise<FoundProduct> {
    try {
      return await (await this.#background.get()).findProduct(catalog, id);
    } catch {
      // Neither missing code nor broken storage is fatal: the server knows the product as well.
      return { state: 'unknown' };
    }
  }

  /** Finds the products with the barcode that was searched for; returns undefined for a search that is no barcode. */
  async #findBarcode(catalog: ShopCatalog, search: string): Promise<BarcodeMatches | undefined> {
    const barcode = toBarcode(search);
    if (barcode === undefined) return undefined;
    try {
      return await (await this.#background.get()).barcodes.find(catalog, barcode);
    } catch {
      // Neither missing code nor broken storage is fatal: the server knows the barcode as well.
      return { ids: [], isComplete: false };
    }
  }

  /** Returns the device's answer; the server's if the device has none, or has an incomplete one and the server answers. */
  async #orFromServer<T>(
    isWhole: boolean,
    fromDevice: T | undefined,
    ask: (link: ServerLink) => Promise<T>,
  ): Promise<T> {
    if (fromDevice !== undefined && isWhole) return fromDevice;
    const fromServer = this.#background.calls().then(({ link }) => ask(link));
    return fromDevice === undefined ? fromServer : fromServer.catch(() => fromDevice);
  }
}

/** If the code of such a search cannot be loaded, it finds nothing: it only adds suggestions to a list. */
const orNone = <T>(search: LazyModule<T>): Promise<T | undefined> => search.get().catch(() => undefined);
