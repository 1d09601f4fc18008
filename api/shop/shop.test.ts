import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { signInAdmin } from '../testing/clients/sign-in.ts';

const PARTS = ['name', 'shortName', 'letters', 'accent', 'logo', 'about', 'legal'];
const PATH = '/api/admin-shop-settings';
const toUrl = (text: string | Buffer, type = 'svg+xml'): string =>
  `data:image/${type};base64,${Buffer.from(text).toString('base64')}`;
const svg = (content: string): string =>
  toUrl(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { BRAND: 'Lamp House' } });
});
afterAll(() => app.stop());

const read = async (): Promise<ShopSettings> => json(await send(app.url, '/api/shop-settings'));
const change = async (body: unknown, key?: string, roles: Parameters<typeof signInAdmin>[1] = ['owner']) =>
  send(app.url, PATH, {
    method: 'PATCH',
    headers: {
      ...(await signInAdmin(app, roles)),
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });

describe('[ADM21] shop settings', () => {
  afterEach(() => change(Object.fromEntries(PARTS.map((part) => [part, null]))));

  it('take precedence over the operator’s file, part by part, until an owner takes them back', async () => {
    expect(await read()).toMatchObject({ name: 'Lamp House', shortName: 'Lamp House', letters: 'LAMPHOU$' });
    expect((await change({ name: ' Ёлочка-электроника и компьютеры ', about: { ru: 'Ёлки' } })).status).toBe(204);
    expect(await read()).toMatchObject({
      name: 'Ёлочка-электроника и компьютеры',
      shortName: 'Ёлочка-электроника',
      letters: 'ЁЛОЧКАЭ$',
      about: { ru: 'Ёлки' },
    });
    await change({ name: null, shortName: 'Lamps' });
    expect(await read()).toMatchObject({ name: 'Lamp House', shortName: 'Lamps', about: { ru: 'Ёлки' } });
    const [entry] = await app.context.database.reader
      .selectFrom('admin_audit')
      .selectAll()
      .where('action', '=', 'change-shop-settings')
      .orderBy('number')
      .execute();
    expect([entry?.before, entry?.after].map((text) => JSON.parse(String(text)))).toEqual([
      {},
      { name: 'Ёлочка-электроника и компьютеры', 'about.ru': 'Ёлки' },
    ]);
  });

  it('can be changed by an owner only', async () => {
    expect((await change({ name: 'X' }, undefined, ['catalogue', 'orders', 'chat'])).status).toBe(403);
    expect(
      (await send(app.url, PATH, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' }))
        .status,
    ).toBe(401);
  });

  it('are changed once by a call that is sent twice, even when another change came in between', async () => {
    await change({ name: 'First' }, 'key-1');
    await change({ name: 'Second' }, 'key-2');
    expect((await change({ name: 'First' }, 'key-1')).status).toBe(204);
    expect((await read()).name).toBe('Second');
    expect((await change({ name: 'Third' }, 'key-1')).status).toBe(422);
  });

  it('have icons in every size, drawn from the logo, at an address of their own', async () => {
    const drawing = '<rect width="9" height="9" fill="#c00"/>';
    expect((await change({ logo: svg(drawing), accent: '#1E3A8A' })).status).toBe(204);
    const { icons = '', mark = '', accent, hasLogo, css } = await read();
    expect([accent, hasLogo, css?.includes('--lime:#1e3a8a')]).toEqual(['#1e3a8a', true, true]);
    for (const [file, side] of [
      ['icon-192.png', 192],
      ['icon-512.png', 512],
      ['icon-maskable-192.png', 192],
      ['icon-maskable-512.png', 512],
      ['apple-touch-icon.png', 180],
    ] as const) {
      const reply = await send(app.url, `${icons}/${file}`);
      expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
        200,
        'image/png',
        'public, max-age=31536000, immutable',
      ]);
      const { data, info } = await sharp(reply.body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([side, side]);
      const pixel = (x: number, y: number): number[] => [...data.subarray((y * side + x) * 4, (y * side + x) * 4 + 4)];
      expect(pixel(side / 2, side / 2)).toEqual([204, 0, 0, 255]);
      // A launcher cuts the corners of a maskable icon, so the logo does not reach them.
      if (/maskable|apple/.test(file)) expect(pixel(1, 1)).toEqual([255, 255, 255, 255]);
    }
    expect(Buffer.from(mark.split(',')[1] ?? '', 'base64').length).toBeLessThan(6_000);
    await change({ logo: null });
    const later = await read();
    expect(later.hasLogo).toBeUndefined();
    expect(later.icons).not.toBe(icons);
    // A page that was loaded before the change still gets an icon.
    expect((await send(app.url, `${icons}/icon-192.png`)).headers['cache-control']).toBe('no-cache');
  });

  const png = async () =>
    toUrl(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
      'png',
    );
  it.each([
    ['a name that is too long', { name: 'x'.repeat(61) }, '/body/name', /longer than 60/],
    ['a name of two lines', { name: 'a\nb' }, '/body/name', /one line/],
    ['an empty name', { name: ' ' }, '/body/name', /empty/],
    ['no color', { accent: 'blue' }, '/body/accent', /color such as/],
    ['a transparent color', { accent: '#1e3a8a00' }, '/body/accent', /color such as/],
    ['a color that nothing contrasts with', { accent: '#fffffe' }, '/body/accent', /cannot be told from white/],
    ['a text of an unknown language', { about: { xx: 'x' } }, '/body/about', /./],
    ['a text that is too long', { legal: { en: 'x'.repeat(301) } }, '/body/legal/en', /longer than 300/],
    ['an unknown part', { colour: '#123456' }, '/body', /./],
    ['a logo of another type', { logo: toUrl('GIF89a', 'gif') }, '/body/logo', /SVG or PNG/],
    ['a PNG that is none', { logo: toUrl('x', 'png') }, '/body/logo', /SVG or PNG/],
    ['a logo with a script', { logo: svg('<script>alert(1)</script>') }, '/body/logo', /scripts/],
    ['a logo with a handler', { logo: svg('<g onload="alert(1)"/>') }, '/body/logo', /scripts/],
    ['a logo with a link', { logo: svg('<image href="http://10.0.0.1/x.png"/>') }, '/body/logo', /scripts/],
    ['a logo with a file', { logo: svg('<image xlink:href="file:///etc/passwd"/>') }, '/body/logo', /scripts/],
    [
      'a logo with entities',
      { logo: toUrl('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>') },
      '/body/logo',
      /scripts/,
    ],
    ['a logo with HTML', { logo: svg('<foreignObject/>') }, '/body/logo', /scripts/],
    [
      'a logo that cannot be drawn',
      { logo: toUrl('<svg xmlns="http://www.w3.org/2000/svg"><g>') },
      '/body/logo',
      /cannot be drawn/,
    ],
    ['a logo that is too large', { logo: toUrl(`<svg>${'x'.repeat(140_000)}</svg>`) }, '/body/logo', /128 KB/],
  ])('with %s are rejected; the error names the field, and nothing is stored', async (_, body, pointer, message) => {
    const reply = await change({ legal: { en: 'Lamp House Ltd.' }, ...body });
    expect([reply.status, json(reply)['errors']]).toMatchObject([
      400,
      [{ pointer, message: expect.stringMatching(message) }],
    ]);
    expect(await read()).not.toHaveProperty('legal');
  });

  it('take a PNG as a logo', async () => {
    expect((await change({ logo: await png() })).status).toBe(204);
    expect(await read()).toMatchObject({ hasLogo: true });
  });
});
