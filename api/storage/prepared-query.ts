import type { Compilable, CompiledQuery, DatabaseConnection, DialectAdapter, QueryResult } from 'kysely';
import type { Queryable } from './database.ts';
import { LITERAL_CONSTANTS, Placeholder } from './literal-constants.ts';

/** A query that is built and compiled once per database; each run binds its values. */
export interface PreparedQuery<Values, Row> {
  all(db: Queryable, values: Values): Promise<Row[]>;
  first(db: Queryable, values: Values): Promise<Row | undefined>;
  /** @throws Error when there is no row */
  one(db: Queryable, values: Values): Promise<Row>;
  /** Runs a statement and returns how many rows it has changed. */
  run(db: Queryable, values: Values): Promise<number>;
  /**
   * Runs a statement whose outcome the unit need not wait for. Where the database is a server, the statement is only sent: if it fails, the
   * next statement of the unit and the commit fail for the same reason.
   */
  send(db: Queryable, values: Values): Promise<void>;
  /**
   * As `send`, for a statement whose rows are wanted only after the commit. It resolves with a function that then returns the rows, or
   * undefined when the unit is stored, but the answer was lost with the connection.
   */
  sendForRows(db: Queryable, values: Values): Promise<() => readonly Row[] | undefined>;
}

/** An adapter whose database is a server, to which a unit can send statements without waiting for earlier ones. */
export interface SendingAdapter extends DialectAdapter {
  /** Finds the connection of a unit's transaction; undefined for anything else. */
  findConnection(db: Queryable): DatabaseConnection | undefined;
}

/** An engine within the process, which answers queries at once unless they must wait; so callers need not await these answers. */
export interface ImmediateEngine {
  /**
   * Runs a query; undefined if it would have to wait for the connection or a lock. `isInside`: it belongs to the connection's open
   * transaction.
   */
  tryExecute(query: CompiledQuery, isInside: boolean): QueryResult<unknown> | undefined;
}

/** An adapter whose database is an immediate engine. */
export interface ImmediateAdapter extends DialectAdapter {
  readonly engine: ImmediateEngine;
}

/** Runs a query that is built for this call only, in the way of `PreparedQuery.send`. */
export async function sendQuery(db: Queryable, query: Compilable & { execute(): Promise<unknown> }): Promise<void> {
  const { adapter } = db.getExecutor();
  const connection = isSending(adapter) ? adapter.findConnection(db) : undefined;
  if (connection) connection.executeQuery(query.compile()).catch(() => undefined);
  else await query.execute();
}

/**
 * Prepares a query for any dialect, because building and compiling a query takes several times as long as SQLite takes to run it. `build`
 * gets placeholders instead of values. It can bind them, but can neither compute with them nor use them as lists.
 */
export function prepareQuery<Values extends object, Row>(
  build: (db: Queryable, values: Values) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  return prepare(build, ONE_SHAPE);
}

/** How the values of a query decide its text. */
interface Shaping {
  /** Returns the same for all values that lead to the same text. */
  shapeOf(values: object): string;
  /** Returns the values that the query is built with, with placeholders for those that are bound. */
  maskOf(values: object): object;
}

const ONE_SHAPE: Shaping = {
  shapeOf: () => '',
  maskOf: () => new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }),
};

function prepare<Values extends object, Row>(
  build: (db: Queryable, values: Values) => Compilable<Row>,
  { shapeOf, maskOf }: Shaping,
): PreparedQuery<Values, Row> {
  /** Templates by adapter, of which each database has its own, and by shape. */
  const templates = new WeakMap<DialectAdapter, Map<string, Template>>();

  const compile = (db: Queryable, values: Values): Template => {
    const query = build(db.withPlugin(LITERAL_CONSTANTS), maskOf(values) as Values).compile();
    return { query, names: query.parameters.map((parameter) => (parameter as Placeholder).name) };
  };

  const findTemplate = (db: Queryable, adapter: DialectAdapter, values: Values): Template => {
    const shape = shapeOf(values);
    const known = templates.get(adapter)?.get(shape);
    if (known) return known;
    const template = compile(db, values);
    const shapes = templates.get(adapter) ?? new Map<string, Template>();
    templates.set(adapter, shapes.set(shape, template));
    return template;
  };

  const bind = (db: Queryable, adapter: DialectAdapter, values: Values): CompiledQuery => {
    const { query, names } = findTemplate(db, adapter, values);
    const parameters = names.map((name) => (values as Record<string, unknown>)[name]);
    return { ...query, parameters };
  };

  const execute = (db: Queryable, values: Values): QueryResult<unknown> | Promise<QueryResult<unknown>> => {
    const { adapter } = db.getExecutor();
    const bound = bind(db, adapter, values);
    if (isImmediate(adapter)) return adapter.engine.tryExecute(bound, db.isTransaction) ?? db.executeQuery(bound);
    return (isSending(adapter) ? adapter.findConnection(db) : undefined)?.executeQuery(bound) ?? db.executeQuery(bound);
  };

  const list = async (db: Queryable, values: Values): Promise<Row[]> => (await execute(db, values)).rows as Row[];

  return {
    all: list,
    first: async (db, values) => (await list(db, values))[0],
    async one(db, values) {
      const [row] = await list(db, values);
      if (row === undefined) throw new Error('a prepared query has no row where there must be one');
      return row;
    },
    run: async (db, values) => Number((await execute(db, values)).numAffectedRows ?? 0n),
    async send(db, values) {
      const { adapter } = db.getExecutor();
      const connection = isSending(adapter) ? adapter.findConnection(db) : undefined;
      if (connection) connection.executeQuery(bind(db, adapter, values)).catch(() => undefined);
      else await execute(db, values);
    },
    async sendForRows(db, values) {
      const { adapter } = db.getExecutor();
      const connection = isSending(adapter) ? adapter.findConnection(db) : undefined;
      if (!connection) {
        const known = await list(db, values);
        return () => known;
      }
      let rows: readonly Row[] | undefined;
      connection.executeQuery<Row>(bind(db, adapter, values)).then(
        (result) => (rows = result.rows),
        () => undefined,
      );
      return () => rows;
    },
  };
}

/** A compiled query, with the name of the value in each place. */
interface Template {
  readonly query: CompiledQuery;
  readonly names: readonly string[];
}

/** Returns whether a value decides the text of a query, in which a condition is then present or absent. */
const isShaping = (value: unknown): boolean => value === null || typeof value === 'boolean';

const BY_VALUES: Shaping = {
  shapeOf: (values) =>
    Object.values(values)
      .map((value) => (isShaping(value) ? String(value)[0] : '?'))
      .join(''),
  maskOf: (values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isShaping(value) ? value : new Placeholder(name)]),
    ),
};

/**
 * Prepares a query whose text depends on its values. `build` is called once for each combination of nulls and booleans; it gets these as
 * they are, and placeholders for all other values. Every call must pass the same members in the same order.
 */
export const prepareQueries = <Values extends object, Row>(
  build: (db: Queryable, values: Values) => Compilable<Row>,
): PreparedQuery<Values, Row> => prepare(build, BY_VALUES);

const isSending = (adapter: DialectAdapter): adapter is SendingAdapter => 'findConnection' in adapter;
const isImmediate = (adapter: DialectAdapter): adapter is ImmediateAdapter => 'engine' in adapter;
