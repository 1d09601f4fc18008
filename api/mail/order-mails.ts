import { randomBytes } from 'node:crypto';
import type { MailKind } from '../storage/schema/orders.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { deleteMailOfKind, insertOrderMail } from './order-mail.repository.ts';

/** Stores the e-mails about orders, to be sent by a job. */
export interface OrderMails {
  /** Stores an e-mail within the transaction of the change that it reports; one of each kind for an order. */
  enqueue(unit: WriteUnit, orderId: string, kind: MailKind): Promise<void>;
  /** Deletes an e-mail whose change was undone, so that one of its kind can be sent when the change happens again. */
  forget(unit: WriteUnit, orderId: string, kind: MailKind): Promise<void>;
}

/** Without e-mail settings nothing is stored, so that no outdated e-mail is sent once there are settings. */
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
