import { createAdministrator } from '../clients/administrator.ts';
import type { AdminReply } from '../clients/administrator.ts';
import { CAMERA_ID, CAMERA_PRICE } from './order-app.ts';
import type { TestApp } from './test-app.ts';

/** Another product than the camera, at the same price. */
const TRIPOD = {
  title: 'Tripod',
  main_category: 'Photo',
  category: 'Stands',
  store: 'Attic',
  good_condition_price: String(CAMERA_PRICE),
  good_condition_available_quantity: '1',
};

/** Ways in which a new product gets the id of a deleted one. */
export const WAYS = ['by hand', 'by import'] as const;

/** Adds a tripod under the id of the deleted camera. */
export async function addTripod(app: TestApp, way: (typeof WAYS)[number] = 'by hand'): Promise<AdminReply> {
  const admin = await createAdministrator(app);
  return way === 'by hand'
    ? admin.call('POST', '/api/add-product?shop=ayz', { ...TRIPOD, id: CAMERA_ID })
    : admin.call('POST', '/api/import-products?shop=ayz', {
        rows: [{ ...TRIPOD, id: String(CAMERA_ID) }],
        dryRun: false,
      });
}

/** Deletes the camera and adds a tripod under its id. */
export async function replaceCamera(app: TestApp, way?: (typeof WAYS)[number]): Promise<void> {
  await app.context.products.deleteProducts('ayz', [CAMERA_ID]);
  const { status } = await addTripod(app, way);
  if (status !== 200) throw new Error(`the camera was not replaced: ${status}`);
}
