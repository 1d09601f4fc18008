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
    // The two kinds of lists may stand for each other; Kysely's own types of this method do not say it.
    return ValueListNode.create(node.values.map(toNode)) as unknown as PrimitiveValueListNode;
  }
}

const transformer = new ConstantsTransformer();

/**
 * Writes the constants of a query as literals, so that only placeholders are bound. Engines use partial indexes for literals alone; SQLite
 * even plans a query again at each run when a bound value is compared with the condition of a partial index.
 */
export const LITERAL_CONSTANTS: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
