import {
  button,
  expect,
  expectHtml,
  images,
  listCalls,
  moveCaret,
  openEditor,
  paste,
  test,
  textbox,
} from './editor-steps.ts';

test('formatted text is pasted clean, within a paragraph or as blocks', async ({ page }) => {
  await openEditor(page);
  await page.keyboard.type('Start: ');
  await paste(page, {
    html: '<meta charset="utf-8"><span style="color:red">plain <b>bold</b></span>',
    text: 'plain bold',
  });
  await expectHtml(page, '<p>Start: plain <strong>bold</strong></p>');
  await paste(page, { html: '<h1>Title</h1><ul><li>a</li></ul><p onclick="x()">b</p>', text: '' });
  await page.keyboard.type('!');
  await expectHtml(page, /^<p>Start: plain <strong>bold<\/strong>.*<ul><li>a<\/li><\/ul><p>b!<\/p>$/);
});

test('pasted scripts neither run nor stay', async ({ page }) => {
  await openEditor(page);
  await page.evaluate(() => Object.assign(globalThis, { hacked: false }));
  const call = 'globalThis.hacked=true';
  await paste(page, {
    html: `<script>${call}</script><img src=x onerror="${call}"><svg onload="${call}"><p onclick="${call}">safe</p><a href="javascript:${call}">link</a><iframe srcdoc="<script>parent.${call}</script>"></iframe><style>*{display:none}</style>`,
    text: 'safe',
  });
  await expect(textbox(page)).toHaveText(/safe/);
  await textbox(page).click();
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => (globalThis as unknown as { hacked: boolean }).hacked)).toBe(false);
  expect(
    await textbox(page).evaluate((element) => element.querySelectorAll('script, svg, iframe, style, img, a').length),
  ).toBe(0);
});

test('plain text keeps its lines and paragraphs', { tag: '@proof' }, async ({ page }) => {
  await openEditor(page);
  await paste(page, { text: 'one\r\ntwo\n\nthree <b>' });
  await expectHtml(page, '<p>one<br>two</p><p>three &lt;b&gt;</p>');
});

test('text pasted into a code block keeps lines and indents, without formats', { tag: '@proof' }, async ({ page }) => {
  await openEditor(page, '<pre><code>a</code></pre>');
  await paste(page, { html: '<b>x</b>', text: '\n\tb\n\nc' });
  await expectHtml(page, '<pre><code>a\n    b\n\nc</code></pre>');
});

test('[fault 58] images of other sites are left out with a message', async ({ page }) => {
  await openEditor(page);
  const html =
    'a<img src="https://other.example/x.png"><img src="data:image/png;base64,AAAA">b<img src="/images/editor/9.webp">';
  await paste(page, { html, text: 'ab' });
  await expectHtml(page, '<p>ab<img src="/images/editor/9.webp" alt=""></p>');
  await expect(page.getByText('2 images from other sites were left out')).toBeVisible();
  await button(page, 'Hide this message').click();
  await expect(page.getByText('images from other sites')).toBeHidden();
});

test('image files are uploaded, except those that accompany text from Word', async ({ page }) => {
  await openEditor(page);
  await paste(page, { html: '<img src="https://other.example/x.png">', files: ['image.png'] });
  await expectHtml(page, '<p><img src="/images/editor/1.webp" alt=""></p>');
  await paste(page, { html: '<p class=MsoNormal>text</p>', text: 'text', files: ['rendering.png'] });
  await expect(textbox(page)).toHaveText('text');
  await expect(images(page)).toHaveCount(1);
  expect(await listCalls(page)).toEqual(['add image.png']);
});

test('[fault 58] 2,000 nested levels are flattened', async ({ page }) => {
  await openEditor(page);
  await paste(page, { html: `${'<div><b><ul><li>'.repeat(500)}deep`, text: 'deep' });
  await expect(textbox(page)).toHaveText('deep');
  await expect(page.getByRole('region', { name: 'Shopper' })).toHaveText('deep');
});

test('[fault 58] 2 MB of text are rejected with a message, and the page stays responsive', async ({ page }) => {
  await openEditor(page, '<p>text</p>');
  await paste(page, { html: `<p>${'word '.repeat(400_000)}</p>`, text: 'word '.repeat(400_000) });
  await expect(page.getByText('Nothing was pasted: the description would be too long.')).toBeVisible();
  await page.keyboard.type('!');
  await expectHtml(page, '<p>text!</p>');
});

test('2 MB of markup around little text are accepted', { tag: '@proof' }, async ({ page }) => {
  await openEditor(page);
  const html = `<p style="${'mso-fareast-language:EN-US;'.repeat(40)}">line</p>`.repeat(2_000);
  expect(html.length).toBeGreaterThan(2_000_000);
  await paste(page, { html, text: 'line\n'.repeat(2_000) });
  await expect(textbox(page).getByText('line')).toHaveCount(2_000);
  await page.keyboard.type('!');
  await expectHtml(page, /<p>line!<\/p>$/);
});

test('text copied in the editor is pasted with its formats', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const html =
    '<h2>Title</h2><ul><li>a <strong>b</strong><ol><li><span style="font-size: 20px">c</span></li></ol></li></ul><p>x<img src="/images/editor/9.webp" alt="A">y</p>';
  await openEditor(page, html);
  await textbox(page).getByText('x').click();
  await expect(textbox(page)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await moveCaret(page, 'Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  await expectHtml(page, `${html}${html}`);
});
