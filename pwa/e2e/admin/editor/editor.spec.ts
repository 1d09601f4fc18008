import { AxeBuilder } from '@axe-core/playwright';
import {
  button,
  expect,
  expectHtml,
  moveCaret,
  openEditor,
  setDisabled,
  setValue,
  test,
  textbox,
} from './editor-steps.ts';

test.describe('formats', () => {
  test('Bold, Italic, Underline, Strike and Code work by button and by keys', async ({ page }) => {
    for (const [name, shortcut, html] of [
      ['Bold', 'Control+b', '<strong>text</strong>'],
      ['Italic', 'Control+i', '<em>text</em>'],
      ['Underline', 'Control+u', '<u>text</u>'],
      ['Strike', 'Control+Shift+x', '<s>text</s>'],
      ['Code', 'Control+e', '<code>text</code>'],
    ] as const) {
      await openEditor(page, '<p>text</p>');
      await page.keyboard.press('Control+a');
      await button(page, name).click();
      await expectHtml(page, `<p>${html}</p>`);
      await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true');
      await expect(textbox(page)).toBeFocused();
      await page.keyboard.press(shortcut);
      await expectHtml(page, '<p>text</p>');
      await expect(button(page, name)).toHaveAttribute('aria-pressed', 'false');
    }
  });

  test('headings 1 to 6 are set and shown', { tag: '@proof' }, async ({ page }) => {
    for (const level of [1, 2, 3, 4, 5, 6]) {
      await openEditor(page, '<p>text</p>');
      await page.getByLabel('Paragraph style').selectOption(`Heading ${level}`);
      await expectHtml(page, `<h${level}>text</h${level}>`);
      await expect(textbox(page)).toBeFocused();
      await page.keyboard.press('Control+Alt+Digit0');
      await expectHtml(page, '<p>text</p>');
      await page.keyboard.press(`Control+Alt+Digit${level}`);
      await expectHtml(page, `<h${level}>text</h${level}>`);
    }
  });

  test('lists, a quote and a code block are set and removed', async ({ page }) => {
    for (const [name, html] of [
      ['Bullet list', '<ul><li>text</li></ul>'],
      ['Numbered list', '<ol><li>text</li></ol>'],
      ['Quote', '<blockquote>text</blockquote>'],
      ['Code block', '<pre><code>text</code></pre>'],
    ] as const) {
      await openEditor(page, '<p>text</p>');
      await button(page, name).click();
      await expectHtml(page, html);
      await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true');
      await button(page, name).click();
      await expectHtml(page, '<p>text</p>');
    }
  });

  test('list items are indented and outdented', { tag: '@proof' }, async ({ page }) => {
    await openEditor(page, '<ul><li>a</li></ul>');
    await page.keyboard.press('Enter');
    await page.keyboard.type('b');
    await button(page, 'Indent list item').click();
    await expectHtml(page, '<ul><li>a<ul><li>b</li></ul></li></ul>');
    await page.keyboard.press('Control+[');
    await expectHtml(page, '<ul><li>a</li><li>b</li></ul>');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('c');
    await expectHtml(page, '<ul><li>a</li><li>b</li></ul><p>c</p>');
    await expect(button(page, 'Indent list item')).toBeDisabled();
  });

  test('a code block takes lines and can be left', { tag: '@proof' }, async ({ page }) => {
    await openEditor(page);
    await button(page, 'Code block').click();
    await page.keyboard.type('if (a) {');
    await page.keyboard.press('Enter');
    await page.keyboard.type('  b');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('text');
    await expectHtml(page, '<pre><code>if (a) {\n  b</code></pre><p>text</p>');
  });

  test('a horizontal rule is inserted, and Backspace removes it', { tag: '@proof' }, async ({ page }) => {
    await openEditor(page, '<p>above</p>');
    await button(page, 'Horizontal rule').click();
    await page.keyboard.type('below');
    await expectHtml(page, '<p>above</p><hr><p>below</p>');
    await moveCaret(page, 'Home');
    await page.keyboard.press('Backspace');
    await expectHtml(page, '<p>above</p><p>below</p>');
  });

  test('text sizes range from 1 to 50 px, 16 px by default', { tag: '@proof' }, async ({ page }) => {
    await openEditor(page, '<p>text</p>');
    const size = page.getByLabel('Text size');
    await expect(size).toHaveValue('16');
    expect(await size.locator('option').allTextContents()).toEqual(
      Array.from({ length: 50 }, (_, index) => `${index + 1}px`),
    );
    await page.keyboard.press('Control+a');
    await size.selectOption('50px');
    await expectHtml(page, '<p><span style="font-size: 50px">text</span></p>');
    await moveCaret(page, 'End');
    await size.selectOption('1px');
    await page.keyboard.type('small');
    await expectHtml(page, '<p><span style="font-size: 50px">text</span><span style="font-size: 1px">small</span></p>');
    await page.keyboard.press('Control+a');
    await expect(size).toHaveValue('');
    await size.selectOption('16px');
    await expectHtml(page, '<p>textsmall</p>');
  });

  test('the nine fonts can be chosen', { tag: '@proof' }, async ({ page }) => {
    await openEditor(page, '<p>text</p>');
    const font = page.getByLabel('Font');
    const names = [
      'Georgia',
      'Arial',
      'Courier New',
      'Times New Roman',
      'Impact',
      'Comic Sans MS',
      'Flash',
      'Neon80s',
      'Pixel LCD',
    ];
    expect(await font.locator('option').allTextContents()).toEqual(['Shop font', ...names]);
    await page.keyboard.press('Control+a');
    for (const name of names) {
      await font.selectOption(name);
      const written = name.includes(' ') ? `'${name}'` : name;
      await expectHtml(page, `<p><span style="font-family: ${written}">text</span></p>`);
      await expect(font).toHaveValue(name);
    }
    await font.selectOption('Shop font');
    await expectHtml(page, '<p>text</p>');
  });
});

test.describe('undo', () => {
  test('reverts typing without a pause of half a second as one step', { tag: '@proof' }, async ({ page }) => {
    await openEditor(page);
    await page.keyboard.type('one');
    await page.waitForTimeout(600);
    await page.keyboard.type(' two');
    await expectHtml(page, '<p>one two</p>');
    await page.keyboard.press('Control+z');
    await expectHtml(page, '<p>one</p>');
    await button(page, 'Undo').click();
    await expectHtml(page, '');
    await expect(button(page, 'Undo')).toBeDisabled();
    await page.keyboard.press('Control+Shift+z');
    await button(page, 'Redo').click();
    await expectHtml(page, '<p>one two</p>');
    await expect(button(page, 'Redo')).toBeDisabled();
  });

  test('goes back 100 steps', { tag: '@proof' }, async ({ page }) => {
    await openEditor(page, '<p>text</p>');
    for (let step = 0; step < 104; step += 1) await page.keyboard.press(`Control+Alt+Digit${1 + (step % 2)}`);
    await expectHtml(page, '<h2>text</h2>');
    let steps = 0;
    while (await button(page, 'Undo').isEnabled()) {
      await page.keyboard.press('Control+z');
      steps += 1;
    }
    expect(steps).toBe(100);
    await expectHtml(page, '<h2>text</h2>');
  });

  test('stops at the text that the form has loaded', async ({ page }) => {
    await openEditor(page, '<p>first</p>');
    await page.keyboard.type('!');
    await expectHtml(page, '<p>first!</p>');
    await setValue(page, '<p>second</p>');
    await expect(textbox(page)).toHaveText('second');
    await expect(button(page, 'Undo')).toBeDisabled();
    await textbox(page).press('Control+z');
    await expect(textbox(page)).toHaveText('second');
  });
});

test.describe('the form', () => {
  test('receives no report for an unchanged text', async ({ page }) => {
    await openEditor(page, '<b>old</b> text');
    await page.getByRole('button', { name: 'After the editor' }).focus();
    await page.waitForTimeout(500);
    const calls = await page.evaluate(() => (globalThis as unknown as { calls: string[] }).calls);
    expect(calls).toEqual([]);
  });

  test('receives at most one report in 300 ms, and the last one on blur', { tag: '@proof' }, async ({ page }) => {
    await openEditor(page);
    await page.keyboard.type('a quick brown fox jumps over it', { delay: 20 });
    await page.getByRole('button', { name: 'After the editor' }).focus();
    await expectHtml(page, '<p>a quick brown fox jumps over it</p>');
    const calls = await page.evaluate(() => (globalThis as unknown as { calls: string[] }).calls);
    expect(calls.length).toBeLessThan(12);
    expect(calls.at(-1)).toBe('change <p>a quick brown fox jumps over it</p>');
  });

  test('clears the editor by a reset and fills it by a load', async ({ page }) => {
    await openEditor(page);
    await page.keyboard.type('text');
    await expectHtml(page, '<p>text</p>');
    await setValue(page, '');
    await expect(textbox(page)).toHaveText('');
    await setValue(page, '<h2>Loaded</h2>');
    await expect(textbox(page).getByRole('heading')).toHaveText('Loaded');
  });

  test('a disabled editor cannot be edited', { tag: '@proof' }, async ({ page }) => {
    await openEditor(page, '<p>text</p>');
    await setDisabled(page, true);
    await expect(textbox(page)).toHaveAttribute('contenteditable', 'false');
    await expect(button(page, 'Bold')).toBeDisabled();
    await expect(page.getByLabel('Font')).toBeDisabled();
    await setDisabled(page, false);
    await textbox(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('!');
    await expectHtml(page, '<p>text!</p>');
  });

  test('clearing asks for confirmation, and undo restores everything', async ({ page }) => {
    const html = '<h2>Title</h2><p>a<img src="/images/editor/9.webp" alt="A"></p>';
    await openEditor(page, html);
    await button(page, 'Clear content').click();
    const question = page.getByRole('alertdialog', { name: 'Clear the whole description?' });
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expect(textbox(page).getByRole('heading')).toHaveText('Title');
    await button(page, 'Clear content').click();
    await question.getByRole('button', { name: 'Clear content' }).click();
    await expectHtml(page, '');
    await button(page, 'Undo').click();
    await expectHtml(page, html);
  });
});

test.describe('keyboard and touch', () => {
  test('the toolbar is one tab stop, and arrow keys move inside it', async ({ page }) => {
    await openEditor(page);
    await page.keyboard.press('Shift+Tab');
    await expect(button(page, 'Bold')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(button(page, 'Italic')).toBeFocused();
    await page.keyboard.press('End');
    await expect(button(page, 'Clear content')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(button(page, 'Bold')).toBeFocused();
    // A select is passed like any other control.
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
    await expect(page.getByLabel('Text size')).toBeFocused();
    await expect(page.getByLabel('Text size')).toHaveValue('16');
    await page.keyboard.press('Tab');
    await expect(textbox(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'After the editor' })).toBeFocused();
  });

  for (const [width, theme] of [
    [390, 'light'],
    [820, 'dark'],
    [1440, 'light'],
  ] as const) {
    test(
      `axe finds no violation and every control is large enough to touch at ${width} px, ${theme}`,
      { tag: width === 390 ? [] : '@proof' },
      async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await openEditor(
          page,
          '<h2>Title</h2><p>Text <img src="/images/editor/9.webp" alt="A"></p>',
          `&theme=${theme}`,
        );
        await textbox(page).locator('img').click();
        await button(page, 'Delete image').waitFor();
        const { violations } = await new AxeBuilder({ page }).include('main > div').analyze();
        expect(
          violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
        ).toEqual([]);
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('main > div :is(button, select, input:not([hidden]))')]
            .map((element) => ({ name: element.ariaLabel ?? element.id, box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.width < 44 || box.height < 44)
            .map(({ name }) => name),
        );
        expect(small).toEqual([]);
      },
    );
  }

  test('the toolbar stays visible while a long text is written', async ({ page }) => {
    await openEditor(page, '<p>line</p>'.repeat(80));
    await page.keyboard.type('end');
    await expect(textbox(page).getByText('end')).toBeInViewport();
    await expect(button(page, 'Bold')).toBeInViewport();
  });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('formats are set by touch, and the keyboard stays open', async ({ page }) => {
    await openEditor(page);
    await textbox(page).tap();
    await button(page, 'Bold').tap();
    await expect(textbox(page)).toBeFocused();
    await page.keyboard.type('bold');
    await expectHtml(page, '<p><strong>bold</strong></p>');
    await button(page, 'Clear content').scrollIntoViewIfNeeded();
    await button(page, 'Undo').tap();
    await expectHtml(page, '');
  });
});
