import { randomBytes } from 'node:crypto';
import type { MailKind } from '../storage/schema/orders.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { deleteMailOfKind, insertOrderMail } from './order-mail.repository.ts';

/** Stores the e-mails about orders, to be sent by a job. */
export interface OrderMails {
  /** Stores an e-mail within the transaction of the change that it tells about; one of each kind for an order. */
  enqueue(unit: WriteUnit, orderId: string, kind: MailKind): Promise<void>;
  /** Forgets an e-mail whose news was taken back, so that the same news may be sent when it comes true. */
  forget(unit: WriteUnit, orderId: string, kind: MailKind): Promise<void>;
}

/** Without settings of e-mail nothing is stored, so that old news is not sent once there are some. */
export const NO_MAILS: OrderMails = { enqueue: () => Promise.resolve(), forget: () => Promise.resolve() };

export const createOrderMails = (now: () => number): OrderMails => ({
  async enqueue({ trx }, order_id, kind) {
    const at = now();
    await insertOrderMail(trx, {
      id: randomBytes(16).toString('hex'),
      order_id,
      kind,
      state: 'waiting',
      next_attempt_at: at,
      created_at: at,
      updated_at: at,
    });
  },

  forget: ({ trx }, orderId, kind) => deleteMailOfKind(trx, orderId, kind),
});
