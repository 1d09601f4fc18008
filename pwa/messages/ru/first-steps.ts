import type * as english from '../en/first-steps.ts';
import { counted, plural } from './plural.ts';

const products = (count: number): string => counted(count, 'товар', 'товара', 'товаров');

export const firstStepMessages: typeof english.firstStepMessages = {
  title: 'Первые шаги',
  progress: (done, all) => `готово ${done} из ${all}`,
  done: 'Готово',
  open: 'Осталось сделать',
  demo: (count) => `${plural(count, 'Остался', 'Осталось', 'Осталось')} ${products(count)} из демо.`,
  removeDemo: 'Удалить товары демо',
  removing: 'Удаляем…',
  removed: (count) => `${plural(count, 'Удалён', 'Удалено', 'Удалено')} ${products(count)} из демо`,
  undo: 'Отменить',
  setup: 'Настройки сервера',
  setupHint:
    'Это задаётся на сервере, в файле .env рядом с compose.yaml, а без Docker — в его окружении. После этого перезапустите сервер.',
  restart: 'docker compose up --detach',
  steps: {
    access: {
      title: 'Свой пароль и ключ доступа',
      how: 'Зарегистрируйте ключ доступа по ссылке, которую сервер показывает при запуске: до этого всё открывает один пароль. Задайте свой пароль или запишите созданный сервером и удалите admin-password.txt из папки данных.',
    },
    name: { title: 'Название магазина', how: '' },
    products: { title: 'Товары', how: '' },
    payment: {
      title: 'Оплата',
      how: 'Укажите ключи NOWPayments или сервера BTCPay. Без них магазин не принимает заказы.',
    },
    signIn: {
      title: 'Вход для покупателей',
      how: 'Создайте в Google клиент OAuth типа «Веб-приложение», укажите адрес магазина как разрешённый источник и впишите идентификатор клиента. Пользователи демо не переносятся: начните с пустой папки данных, а товары перенесите через экспорт и импорт.',
    },
    address: {
      title: 'Адрес в интернете',
      how: 'Направьте имя хоста на сервер и впишите его; сертификат появится сам.',
    },
    backup: {
      title: 'Резервная копия',
      how: 'Делайте копию каждую ночь, например через cron, и переносите её на другую машину. Шаг выполнен, пока последней копии меньше двух дней.',
    },
  },
};
