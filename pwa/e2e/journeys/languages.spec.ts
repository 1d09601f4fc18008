import { waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import { expect, test } from '../support/shops/demo-shop.ts';
import { findLatinWords } from '../support/find-latin-words.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test.describe('a visitor whose browser prefers Russian', () => {
  test.use({ locale: 'ru-RU' });

  test(
    'searches, opens the order form and reloads offline on Russian screens',
    { tag: '@proof' },
    async ({ page, context, demo }) => {
      const languages: string[] = [];
      page.on('request', (request) => request.url().includes('/language-') && languages.push(request.url()));
      const expectRussian = async (): Promise<void> => {
        expect(await page.locator('html').getAttribute('lang')).toBe('ru');
        expect(await findLatinWords(page)).toEqual([]);
      };
      // Before any script runs.
      const html = await (await context.request.get(`${demo.url}/`, { headers: { 'accept-language': 'ru' } })).text();
      expect(html).toContain('<html lang="ru">');
      expect(html).toContain('Уценка · Hexlime');

      await page.goto('/');
      await waitForCatalogue(page);
      await expectRussian();
      await page.getByRole('button', { name: 'Открыть боковую панель' }).click();
      await expect(page.getByRole('button', { name: 'Сначала дешёвые' })).toBeVisible();
      await expectRussian();
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').fill('нет такого');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Ничего не найдено')).toBeVisible();
      await expectRussian();

      await page.goto('/account');
      await page.getByRole('button', { name: 'Продолжить как Alice' }).click();
      await expect(page.getByText('Заказов пока нет')).toBeVisible();
      await expectRussian();
      await page.goto(`/?product=${CHOICE_ID}`);
      const product = page.getByRole('dialog');
      await product.getByLabel('Состояние').selectOption('good');
      await expect(product.getByText('969 $', { exact: true })).toBeVisible();
      await product.getByRole('button', { name: 'В КОРЗИНУ' }).click();
      await expect(product.getByText('Товар добавлен в корзину')).toBeVisible();
      await expectRussian();
      await page.goto('/account');
      await page.getByRole('tab', { name: 'Корзина' }).click();
      await expectRussian();
      await page.getByRole('button', { name: 'Оплатить криптовалютой: Lamp 03' }).click();
      const form = page.getByRole('dialog', { name: 'Доставка и контакты' });
      await form.getByRole('button', { name: /^Оплатить 969.\$$/ }).click();
      await expect(form.getByText('Укажите город или посёлок.')).toBeVisible();
      await expectRussian();

      await page.goto('/pcshop');
      await waitForOfflineReady(page);
      await goOffline(context);
      await page.reload();
      await expect(page.getByText('Нет сети')).toBeVisible();
      await expectRussian();
      await context.setOffline(false);
      expect(new Set(languages).size).toBe(1);

      await page.goto('/admin');
      await expect(page.getByLabel('Пароль')).toBeVisible();
      await expectRussian();
    },
  );
});

test(
  'an English visitor loads no other language, and chooses Russian, also for the next start offline',
  { tag: '@service-worker' },
  async ({ page, context }) => {
    const languages: string[] = [];
    context.on('request', (request) => request.url().includes('/language-') && languages.push(request.url()));
    await page.goto('/pcshop');
    await waitForOfflineReady(page);
    await waitForCatalogue(page);
    expect(languages).toEqual([]);

    await page.getByRole('button', { name: 'Open the sidebar' }).click();
    await page.getByRole('button', { name: 'Русский' }).click();
    await expect(page.getByRole('button', { name: 'Найти' })).toBeVisible();
    await goOffline(context);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Найти' })).toBeVisible();
    await page.getByRole('button', { name: 'Открыть боковую панель' }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  },
);
