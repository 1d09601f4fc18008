import { AbortedTransactionError, CompiledQuery, PostgresDriver } from 'kysely';
import type { DatabaseConnection } from 'kysely';
import { TAKE_RECEIPT } from './commit-receipt.ts';
import type { CommitReceipt } from './commit-receipt.ts';

/** The advisory lock of units, in the database: exclusive for one that names no lanes. */
const WRITE_LOCK = 7_205_759;

/** The connection was lost while a transaction was committed: whether it is stored can be asked of the database by its receipt. */
export class CommitUnknownError extends Error {
  readonly code = 'DATABASE_UNREACHABLE';
  readonly receipt: CommitReceipt;
  constructor(receipt: CommitReceipt, cause: unknown) {
    super('the connection was lost during a commit', { cause });
    this.name = 'CommitUnknownError';
    this.receipt = receipt;
  }
}

/** Write transactions take the write lock when they begin, and get their receipt with the same round trip. */
export class WriteDriver extends PostgresDriver {
  readonly #receipts = new WeakMap<DatabaseConnection, CommitReceipt>();

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const { rows } = await connection.executeQuery<CommitReceipt>(
      CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${WRITE_LOCK}); ${TAKE_RECEIPT}`),
    );
    this.#receipts.set(connection, rows[0] as CommitReceipt);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      if (error instanceof AbortedTransactionError || !isLoss(error)) throw error;
      throw new CommitUnknownError(this.#receipts.get(connection) as CommitReceipt, error);
    }
  }

  override rollbackTransaction(...args: Parameters<PostgresDriver['rollbackTransaction']>): Promise<void> {
    return ignoreLoss(super.rollbackTransaction(...args));
  }
}

/** A lost connection has rolled back itself; an error about that would hide the one that the transaction ended with. */
async function ignoreLoss(rollback: Promise<void>): Promise<void> {
  try {
    await rollback;
  } catch (error) {
    if (!isLoss(error)) throw error;
  }
}

/** Read transactions see one committed state. */
export class ReadDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin isolation level repeatable read read only'));
  }
}

const isLoss = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'DATABASE_UNREACHABLE';
