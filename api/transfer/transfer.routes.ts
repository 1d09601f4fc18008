import { ApiError } from '#contract/http/errors.ts';
import { importImage } from '#contract/http/image-downloads.ts';
import { exportProducts, importProducts } from '#contract/http/admin-products.ts';
import type { AppContext } from '../app-context.ts';
import { actorOf } from '../audit/actor.ts';
import { recordAudit } from '../audit/audit.repository.ts';
import { listProductsWithExternalId } from '../catalog/reads/catalog.repository.ts';
import { noteIfPossible } from '../storage/storage-fault.ts';
import { route } from '../http/route.ts';
import { lifeOf } from '../http/caller/caller-life.ts';
import { parseFields } from '../http/parse-call.ts';
import { createImageFormReader } from '../images/image-form-reader.ts';
import { UPLOAD_TIMEOUT_MS } from '../images/images.routes.ts';
import type { Images } from '../images/images.ts';
import type { Route } from '../http/route.ts';
import { readCallKey } from '../idempotency/idempotency-key.ts';
import { showNamedImage } from './named-images.service.ts';
import { createTableImporter } from './import-table.service.ts';

const PAGE_SIZE = 500;

/** Routes that import and export products as rows of a table. */
export function createTransferRoutes(
  context: Pick<AppContext, 'config' | 'database' | 'write' | 'products' | 'now'>,
  { fetcher, imported }: Pick<Images, 'fetcher' | 'imported'>,
): Route[] {
  const { config, database, write, now } = context;
  const importTable = createTableImporter(context);
  const imageForms = createImageFormReader<Buffer>({ form: importImage.form, decode: async (bytes) => bytes });
  return [
    {
      ...route(importImage, async ({ query: { shop } }, { request, response }) => {
        const { fields, files } = imageForms.formOf(request);
        const [file] = files;
        if (!file) throw new ApiError('bad-request', 'The form has no file.');
        return showNamedImage(
          { database, imported },
          shop,
          { path: parseFields(importImage, fields).path, bytes: file.image },
          lifeOf(response),
        );
      }),
      readBody: imageForms.readBody,
      bodyTimeoutMs: UPLOAD_TIMEOUT_MS,
    },

    route(importProducts, async ({ query: { shop }, body: { rows, dryRun, matchIds = false } }, caller) => {
      const actor = actorOf(caller, config.adminUserIds);
      const key = readCallKey(caller.request, 'import-products');
      const results = await importTable({ shop, rows, isDryRun: dryRun, idsMatch: matchIds, actor, key });
      fetcher.wake();
      return { results };
    }),

    route(exportProducts, async ({ query: { shop, after = 0, limit = PAGE_SIZE } }, caller) => {
      // An export is audited once, with its first page.
      if (after === 0) {
        const actor = actorOf(caller, config.adminUserIds);
        await noteIfPossible(
          write(({ trx }) => recordAudit(trx, { at: now(), actor, action: 'export-products', subject: shop })),
        );
      }
      const named = await listProductsWithExternalId(database.reader, shop, after, limit + 1);
      const products = named.slice(0, limit).map(({ product }) => product);
      return { products, more: named.length > limit };
    }),
  ];
}
