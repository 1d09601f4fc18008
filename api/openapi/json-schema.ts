import * as z from 'zod/mini';

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string | string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/**
 * Converts a schema of the contract. Checks that JSON Schema cannot state are left out, so the server may reject values that match the result.
 * For a reply, members that are not named are allowed, because newer servers may add some.
 */
export function toJsonSchema(schema: z.ZodMiniType, direction: 'request' | 'reply'): JsonSchema {
  const isReply = direction === 'reply';
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, {
    io: isReply ? 'output' : 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (isReply && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // Whole numbers without limits of their own get those of JavaScript, which tell a reader nothing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return converted as JsonSchema;
}
