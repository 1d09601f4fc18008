import { ERRORS } from '#contract/http/error-codes.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { deleteProduct, restoreProduct } from '#contract/http/admin-products.ts';
import { deleteAdminPurchase, setShipment } from '#contract/http/orders.ts';
import { changeShopSettings } from '#contract/http/shop-settings-changes.ts';
import { deleteImage } from '#contract/http/images.ts';
import { getProduct } from '#contract/http/products.ts';
import { adminOrderSchema } from '#contract/orders/order.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import type { AdminEvent, AdminOperation, Shipment } from '../../api/admin-api.ts';
import type { OperationRecord } from '../store/admin-database.ts';
import {
  isRepeated,
  listBehind,
  listTitles,
  OperationGoneError,
  readEpoch,
  UNKNOWN_EPOCH,
  isOfOtherEpoch,
  resume,
  versionOf,
} from '../store/operations-table.ts';
import { pullEpoch } from '../store/pull-epoch.ts';
import { toShipment } from '../store/overlay-admin-orders.ts';
import { isAuthError, isUnknownPosition } from '../admin-session.ts';
import type { AdminSession } from '../admin-session.ts';
import { applyDecision } from './apply-decision.ts';
import type { Decision } from './apply-decision.ts';
import { sendAddition } from './send-addition.ts';
import { isSameProduct, NO_LATER_CHANGES, sendEdit, toLaterChanges } from './send-edit.ts';
import type { EditTools, LaterChanges } from './send-edit.ts';
import { RejectedImageError } from './upload-local-images.ts';
import type { UploadTools } from './upload-local-images.ts';

// Rejections that the device itself finds use the server's texts.
ApiError.known = ERRORS;

/** Rejections that another attempt may not meet. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'origin-refused',
  'identity-mismatch',
  'method-not-allowed',
  // Two tabs send different forms of the same operation only briefly.
  'idempotency-conflict',
  // It concerns the device, not the operation.
  'bad-cursor',
] as const);

/** Sends an operation, records the server's decision and notifies the page. @throws as `sendOperation` */
export async function decideOperation(record: OperationRecord, tools: Tools): Promise<void> {
  const { store, emit, recentEdits } = tools;
  let isUpload = false;
  const noteUpload = (event: AdminEvent): void => {
    isUpload ||= event.type === 'upload-failed';
    emit(event);
  };
  const decision = await sendOperation(record, { ...tools, emit: noteUpload }).catch((error: unknown) => {
    if (!isAuthError(error) && error instanceof ApiError)
      emit({ type: 'deferred', op: record.number, detail: error.detail ?? '', isUpload });
    throw error;
  });
  const { number: op, operation } = await applyDecision(store, record, decision);
  const { outcome } = decision;
  const product = outcome === 'applied' ? decision.product : null;
  // The page was notified when a repeated operation was first applied, and its new reply may include later changes by others.
  if (outcome === 'applied' && isRepeated(record)) return;
  if (product) recentEdits.note(operation, product);
  const rejection = outcome === 'rejected' ? decision.rejection : null;
  emit({ type: 'decided', op, operation, outcome, product, rejection });
}

/** Sends an operation, or continues a partly sent one. @throws OperationGoneError, or as ApiClient when nothing was decided */
async function sendOperation(stored: OperationRecord, tools: Tools): Promise<Decision> {
  const { store, session } = tools;
  const epoch = await store.run(readEpoch);
  const record = resume(stored, epoch);
  const later = isRepeated(record)
    ? toLaterChanges(await store.run((database) => listBehind(database, record)))
    : NO_LATER_CHANGES;
  const ownTitles = isOfOtherEpoch(record) ? await store.run((database) => listTitles(database, record)) : NO_TITLES;
  const applied = { outcome: 'applied', record, product: null, order: null } as const;
  const reversal = REVERSALS[record.operation.kind];
  if (reversal && later.kinds.has(reversal)) return applied;
  try {
    const calls = epoch === UNKNOWN_EPOCH ? session : session.inEpoch(epoch);
    const decision = await send(record, { ...tools, session: calls, later, ownTitles });
    // Stored before the operation is acknowledged: by its position, a server that has lost the operation is recognized.
    if (epoch !== UNKNOWN_EPOCH) await store.notePosition(session.position, epoch);
    return decision;
  } catch (error) {
    const isUnknown = isUnknownPosition(error);
    if (!isUnknown && isRepeated(record) && isIncluded(error, later)) return applied;
    const decision = toRejection(error);
    if (!decision && !isUnknown) throw error;
    // A restored server may lack what the operation builds on, until that is repeated.
    await pullEpoch(tools);
    if (epoch !== UNKNOWN_EPOCH && (await store.run(readEpoch)) !== epoch) throw new OperationGoneError();
    if (!decision) throw error;
    return decision;
  }
}

const NO_TITLES: ReadonlySet<string> = new Set();

type Tools = Omit<EditTools, 'later' | 'ownTitles' | 'session'> & { readonly session: AdminSession };

/** An operation needs no repetition if a later one reverses it. */
const REVERSALS: Partial<Record<AdminOperation['kind'], AdminOperation['kind']>> = {
  deleteProduct: 'restoreProduct',
  restoreProduct: 'deleteProduct',
};

/** Whether a failed repetition counts as applied: the server knows its key from an earlier form, or a later operation overrides it. */
const isIncluded = (error: unknown, { kinds }: LaterChanges): boolean =>
  error instanceof ApiError &&
  (error.code === 'idempotency-conflict' ||
    (error.code === 'not-found' && kinds.has('deleteProduct')) ||
    (error.code === 'stale-version' && kinds.has('setShipment')));

function send(record: OperationRecord, tools: EditTools): Promise<Decision> {
  const { operation } = record;
  switch (operation.kind) {
    case 'addProduct':
      return sendAddition(record, operation, tools);
    case 'editProduct':
      return sendEdit(record, operation, tools);
    case 'setShipment':
      return sendShipment(record, operation, tools);
    default:
      return sendPlain(record, operation, tools);
  }
}

type Plain = Exclude<AdminOperation['kind'], 'addProduct' | 'editProduct' | 'setShipment'>;

/** Sends an operation that is a single call, which sets a state: to repeat it has no further effect. */
async function sendPlain(
  record: OperationRecord,
  operation: Extract<AdminOperation, { kind: Plain }>,
  { session, signal, ownTitles }: EditTools,
): Promise<Decision> {
  const applied = { outcome: 'applied', record, product: null, order: null } as const;
  // A delayed call must not take back what was changed, deleted or restored since.
  const keyed = { signal, idempotencyKey: record.id };
  if (operation.kind === 'restoreProduct') {
    const { shop, id } = operation;
    return { ...applied, product: await session.call(restoreProduct, { params: { shop, id } }, keyed) };
  }
  if (operation.kind === 'changeShopSettings') {
    await session.call(changeShopSettings, { body: operation.changes }, keyed);
    return applied;
  }
  try {
    if (operation.kind === 'deleteProduct') {
      const { shop, id, title, seen, identity } = operation;
      if (isOfOtherEpoch(record)) {
        const current = await session.call(getProduct, { params: { id }, query: { shop } }, { signal });
        const isKnown = isSameProduct(identity, current.identity);
        // Perhaps another product: a person decides.
        if (!isKnown && current.title !== title && !ownTitles.has(current.title))
          return reject(new ApiError('stale-version', undefined, { current }), null);
      }
      await session.call(deleteProduct, { params: { shop, id }, query: { seen } }, keyed);
    } else if (operation.kind === 'deleteImage') {
      const { shop, id, name, seen } = operation;
      await session.call(deleteImage, { params: { shop, id, fileName: name }, query: { seen } }, { signal });
    } else {
      const { paymentId } = operation;
      await session.call(deleteAdminPurchase, { params: { paymentId } }, { signal });
    }
  } catch (error) {
    // Deleted already.
    if (!isNotFound(error)) throw error;
  }
  return applied;
}

async function sendShipment(
  record: OperationRecord,
  operation: Extract<AdminOperation, { kind: 'setShipment' }>,
  tools: UploadTools,
  version = versionOf(record, operation.version),
): Promise<Decision> {
  const { session, store, signal } = tools;
  const { paymentId, shipment, before } = operation;
  try {
    const order = await session.call(
      setShipment,
      { params: { paymentId }, body: shipment },
      { signal, idempotencyKey: record.id, headers: { 'if-match': `"${version}"` } },
    );
    return { outcome: 'applied', record, product: null, order };
  } catch (error) {
    const isStale = error instanceof ApiError && error.code === 'stale-version';
    const current = isStale ? adminOrderSchema.safeParse(error.current).data : undefined;
    if (current && isSame(shipment, current)) return { outcome: 'applied', record, product: null, order: current };
    // Sent again for the new version only if that still has the shipment that the administrator saw.
    if (!current || !before || !isSame(before, current)) throw error;
    const again = { ...operation, version: current.version };
    return sendShipment(await store.change(record, { operation: again }), again, tools, again.version);
  }
}

const isSame = (shipment: Shipment, order: AdminOrder): boolean =>
  JSON.stringify(toShipment(shipment)) === JSON.stringify(toShipment(order));

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'not-found';

/** Whether the server will never accept an operation as it is. */
const isRejection = (error: unknown): error is ApiError =>
  error instanceof ApiError && !error.mayPass && !PASSING.has(error.code) && !isAuthError(error);

function toRejection(error: unknown): Decision | undefined {
  if (error instanceof RejectedImageError) return reject(error.rejection, error.imageId);
  return isRejection(error) ? reject(error, null) : undefined;
}

const reject = ({ code, message: detail, current, errors = [] }: ApiError, imageId: string | null): Decision => ({
  outcome: 'rejected',
  rejection: { code, detail, current, errors, imageId },
});
