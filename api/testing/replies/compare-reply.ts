import Ajv2020 from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { OpenApiDocument, Operation } from '../../openapi/openapi-document.ts';

/** The parts of a reply that are compared with its description. */
export interface SeenReply {
  readonly status: number;
  /** Media type without parameters; undefined for a reply without a body. */
  readonly type: string | undefined;
  /** Undefined when the body is not JSON, or was not kept. */
  readonly text: string | undefined;
}

/** Compares values and replies with a description of the calls. */
export interface ReplyComparison {
  /** Returns what is wrong with a value; a member that the schema does not name is wrong, too. */
  findDifferences(schema: JsonSchema, value: unknown): readonly string[];
  /** Returns what is wrong with a reply: status, media type, shape. */
  compareReply(operation: Operation, reply: SeenReply): readonly string[];
}

/** Creates a comparison with a description. Schemas are checked by a JSON Schema library, not by code of ours. */
export function createComparison({ components }: Pick<OpenApiDocument, 'components'>): ReplyComparison {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'api', components });
  const checks = new WeakMap<JsonSchema, ValidateFunction>();

  const findDifferences: ReplyComparison['findDifferences'] = (schema, value) => {
    let check = checks.get(schema);
    if (!check) checks.set(schema, (check = ajv.compile(toExact(schema) as object)));
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  return {
    findDifferences,
    compareReply({ responses }, { status, type, text }) {
      const described = responses[String(status)];
      if (!described) return [`${status} ${/"code":"[\w-]+"/.exec(text ?? '')?.[0] ?? ''} is not described`];
      const types = Object.keys(described.content ?? {});
      if (type === undefined ? types.length > 0 : !types.includes(type)) {
        return [`${status} is ${type ?? 'empty'} instead of ${types.join(' or ') || 'empty'}`];
      }
      const content = type === undefined ? undefined : described.content?.[type];
      if (!content || text === undefined || !type?.endsWith('json')) return [];
      const code = /"code":"[\w-]+"/.exec(text)?.[0] ?? '';
      return findDifferences(content.schema, JSON.parse(text)).map((difference) => `${status} ${code} ${difference}`);
    },
  };
}

/** Makes a schema reject members that it does not name, except for the part of an error that only limits its code. */
function toExact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toExact);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, toExact(member)]));
  if (typeof copy['$ref'] === 'string') return { $ref: copy['$ref'].replace(/^#/, 'api#') };
  return 'properties' in schema && !('additionalProperties' in schema) && !isOpen(schema)
    ? { ...copy, additionalProperties: false }
    : copy;
}

/** Whether a schema is the part of an error that only limits its code; another part names the other members. */
const isOpen = (schema: object): boolean => {
  const names = Object.keys((schema as JsonSchema).properties ?? {});
  return names.length === 1 && names[0] === 'code';
};
