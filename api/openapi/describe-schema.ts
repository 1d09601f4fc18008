import type { JsonSchema } from './json-schema.ts';

const INDENT = '  ';

/** Writes a schema in the short notation of types, as people read it: `{ id: integer (1–200), title?: string }`. */
export function describeSchema(schema: JsonSchema, indent = ''): string {
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  const choices = listOf(schema['anyOf']) ?? listOf(schema['oneOf']);
  if (choices) return choices.map((choice) => describeSchema(choice, indent)).join(' | ');
  const all = listOf(schema['allOf']);
  if (all) return all.map((part) => describeSchema(part, indent)).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  switch (schema.type) {
    case 'object':
      return describeObject(schema, indent);
    case 'array':
      return `${describeArray(schema, indent)}${describeLimits(schema, 'Items')}`;
    case 'string':
      return `string${describeString(schema)}`;
    case 'integer':
    case 'number':
      return `${schema.type}${describeRange(schema['minimum'], schema['maximum'])}`;
    case undefined:
      return 'any';
    default:
      return schema.type;
  }
}

function describeObject({ properties = {}, required = [], ...rest }: JsonSchema, indent: string): string {
  const inner = indent + INDENT;
  const lines = Object.entries(properties).map(
    ([name, member]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${describeSchema(member, inner)}`,
  );
  const others = rest['additionalProperties'];
  if (typeof others === 'object' && others !== null) {
    lines.push(`${inner}[name]: ${describeSchema(others as JsonSchema, inner)}`);
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

function describeArray({ items, prefixItems }: JsonSchema, indent: string): string {
  const members = listOf(prefixItems);
  if (members) return `[${members.map((member) => describeSchema(member, indent)).join(', ')}]`;
  const item = describeSchema((items as JsonSchema | undefined) ?? {}, indent);
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function describeString(schema: JsonSchema): string {
  const { pattern } = schema;
  return `${describeLimits(schema, 'Length')}${typeof pattern === 'string' ? ` /${pattern}/` : ''}`;
}

const describeLimits = (schema: JsonSchema, of: 'Items' | 'Length'): string =>
  describeRange(schema[`min${of}`], schema[`max${of}`]);

function describeRange(minimum: unknown, maximum: unknown): string {
  if (typeof minimum !== 'number' && typeof maximum !== 'number') return '';
  if (maximum === undefined) return ` (from ${String(minimum)})`;
  return minimum === undefined ? ` (up to ${String(maximum)})` : ` (${String(minimum)}–${String(maximum)})`;
}

const listOf = (value: unknown): readonly JsonSchema[] | undefined =>
  Array.isArray(value) ? (value as readonly JsonSchema[]) : undefined;
