import { OperationNodeTransformer, ValueListNode, ValueNode } from 'kysely';
import type { KyselyPlugin, PrimitiveValueListNode } from 'kysely';

/** Stands for a value while a query is built. */
export class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`the value "${this.name}" of a prepared query can only be bound`);
  }
}

const toNode = (value: unknown): ValueNode =>
  value instanceof Placeholder ? ValueNode.create(value) : ValueNode.createImmediate(value);

class ConstantsTransformer extends OperationNodeTransformer {
  protected override transformValue({ value }: ValueNode): ValueNode {
    return toNode(value);
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    // Kysely accepts a ValueListNode here, although its types do not say so.
    return ValueListNode.create(node.values.map(toNode)) as unknown as PrimitiveValueListNode;
  }
}

const transformer = new ConstantsTransformer();

/**
 * Writes the constants of a query as literals, so that only placeholders are bound. Databases use a partial index only
 * if its condition is met by literals; with bound values, SQLite even plans such a query again at each run.
 */
export const LITERAL_CONSTANTS: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
