/** Returns a whole number from 0 (inclusive) to a limit (exclusive). */
type Choose = (limit: number) => number;

const HEADERS = { 'content-type': 'application/json' };

/** Damage that a proxy, a portal or a broken disk does to a reply. */
const DAMAGES: readonly ((text: string, choose: Choose) => Response)[] = [
  (text, choose) => new Response(text.slice(0, choose(text.length)), { headers: HEADERS }),
  (text, choose) => new Response(replaceOne(text, choose), { headers: HEADERS }),
  (text, choose) => new Response(replaceOne(text, choose), { headers: HEADERS }),
  (text) => new Response(text, { headers: { 'content-type': 'text/html' } }),
  (text) => new Response(text, { status: 200 }),
  () => new Response('null', { headers: HEADERS }),
  () => new Response('[]', { headers: HEADERS }),
  () => new Response('{"__proto__":{"more":true},"constructor":1}', { headers: HEADERS }),
  () => new Response(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, { headers: HEADERS }),
  (text) => new Response(text.replaceAll(/\d+/g, '1e999'), { headers: HEADERS }),
  (text) => new Response(`${text}${text}`, { headers: HEADERS }),
  () => new Response('', { status: 502 }),
  () => new Response('{"code":"__proto__","status":"x"}', { status: 400, headers: HEADERS }),
  () => Response.error(),
];

/** Damages a reply; blocks are damaged as bytes. */
export async function damageReply(path: string, reply: Response, choose: Choose): Promise<Response> {
  if (!reply.ok) return reply;
  if (path.startsWith('/api/sync/blocks/')) {
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const at = choose(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + choose(255));
    return new Response(choose(2) === 0 ? bytes : bytes.slice(0, at), { headers: reply.headers });
  }
  const damage = DAMAGES[choose(DAMAGES.length)] as (typeof DAMAGES)[number];
  return damage(await reply.text(), choose);
}

const OTHERS: readonly unknown[] = [null, true, 7, -1, 'x', '', [], {}, [[]], { seq: 1 }];

/** Replaces one member of a JSON text, at any depth, by a value of another type. */
function replaceOne(text: string, choose: Choose): string {
  const root: unknown = JSON.parse(text);
  const places: { holder: Record<string, unknown>; name: string }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      const holder = value as Record<string, unknown>;
      places.push({ holder, name });
      visit(holder[name]);
    }
  };
  visit(root);
  const place = places[choose(places.length)];
  if (!place) return 'null';
  const former = kindOf(place.holder[place.name]);
  const others = OTHERS.filter((other) => kindOf(other) !== former);
  place.holder[place.name] = others[choose(others.length)];
  return JSON.stringify(root);
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
