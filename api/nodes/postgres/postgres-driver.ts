import { hash } from 'node:crypto';
import { AbortedTransactionError, CompiledQuery, PostgresDriver } from 'kysely';
import type { DatabaseConnection, Kysely, Transaction } from 'kysely';
import type { Lane } from '../../storage/lanes.ts';
import { RECEIPT } from './commit-receipt.ts';
import type { CommitReceipt } from './commit-receipt.ts';

/** The advisory lock of units, in the database: exclusive for one that names no lanes, and shared by the others. */
export const WRITE_LOCK = 7_205_759;
const BEGIN = CompiledQuery.raw('begin');

/** A unit's transaction. */
interface UnitTransaction {
  /** Undefined: it excludes all others. */
  readonly lanes: readonly Lane[] | undefined;
  /** Whether it may be repeated even if it is stored. */
  readonly isIdempotent: boolean;
}

/** The transaction that begins next on a connection. */
const nextTransactions = new WeakMap<DatabaseConnection, UnitTransaction>();

/** Connections of open transactions of units. */
const unitConnections = new WeakMap<object, DatabaseConnection>();

/** Returns the connection of a unit's transaction, on which statements are sent without waiting for those before. */
export const findUnitConnection = (db: object): DatabaseConnection | undefined => unitConnections.get(db);

/** Runs the transaction of a unit. It excludes units with a common lane and units without lanes; a unit without lanes excludes all others. */
export function runTransaction<S, T>(
  writer: Kysely<S>,
  transaction: UnitTransaction,
  run: (trx: Transaction<S>) => Promise<T>,
): Promise<T> {
  return writer.connection().execute(async (db) => {
    const connection = await db.getExecutor().provideConnection((own) => Promise.resolve(own));
    nextTransactions.set(connection, transaction);
    return db.transaction().execute((trx) => {
      unitConnections.set(trx, connection);
      return run(trx);
    });
  });
}

/**
 * Returns a query that takes the locks of a transaction, one column after the other, and its receipt. The lock of all units comes first,
 * then lanes in the order of their keys: otherwise units could wait for each other in a circle, and the server would end one. Locks with
 * two keys never equal those with one.
 */
function takeLocks(lanes: readonly Lane[] | undefined): CompiledQuery<CommitReceipt> {
  if (lanes === undefined) return CompiledQuery.raw(`select pg_advisory_xact_lock(${WRITE_LOCK}), ${RECEIPT}`);
  const keys = lanes.map(toKey).sort((a, b) => a.high - b.high || a.low - b.low);
  const locks = keys.map((_, index) => `pg_advisory_xact_lock($${2 * index + 1}::int, $${2 * index + 2}::int), `);
  const text = `select pg_advisory_xact_lock_shared(${WRITE_LOCK}), ${locks.join('')}${RECEIPT}`;
  return CompiledQuery.raw(
    text,
    keys.flatMap(({ high, low }) => [high, low]),
  );
}

function toKey(lane: Lane): { readonly high: number; readonly low: number } {
  const bytes = hash('sha256', lane, 'buffer');
  return { high: bytes.readInt32BE(0), low: bytes.readInt32BE(4) };
}

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

/** How a transaction has begun. */
interface Begun {
  readonly receipt: Promise<CommitReceipt | undefined>;
  readonly isIdempotent: boolean;
}

/**
 * Write transactions take their locks when they begin, and get their receipt in the same round trip. With lanes, the first statement is
 * sent in this round trip as well; in an idempotent transaction, so is the commit.
 */
export class WriteDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Begun>();

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const { lanes, isIdempotent = false } = nextTransactions.get(connection) ?? {};
    nextTransactions.delete(connection);
    connection.executeQuery(BEGIN).catch(() => undefined);
    const receipt = connection
      .executeQuery<CommitReceipt>(takeLocks(lanes))
      .then(({ rows }) => rows[0] as CommitReceipt);
    this.#begun.set(connection, { receipt: receipt.catch(() => undefined), isIdempotent });
    // Without lanes, even what a unit computes before its first statement excludes others. With lanes, a failed lock fails its statements.
    if (lanes === undefined) await receipt;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const begun = this.#begun.get(connection);
    // If the answer to the commit is lost, the receipt shows whether it has succeeded. If there is none, the commit fails for the same reason.
    if (begun?.isIdempotent === false) await begun.receipt;
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      if (error instanceof AbortedTransactionError || !isLoss(error)) throw error;
      const receipt = await begun?.receipt;
      // The connection was lost before the transaction began, or the transaction is idempotent: in both cases it can be repeated.
      if (receipt === undefined) throw error;
      throw new CommitUnknownError(receipt, error);
    }
  }

  override rollbackTransaction(...args: Parameters<PostgresDriver['rollbackTransaction']>): Promise<void> {
    return ignoreLoss(super.rollbackTransaction(...args));
  }
}

/** The server rolls back on a lost connection; an error of this rollback would hide the one that ended the transaction. */
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
