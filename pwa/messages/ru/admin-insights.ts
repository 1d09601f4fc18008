import type * as english from '../en/admin-insights.ts';
import { formatNumber } from '../format-number.ts';
import { counted } from './plural.ts';

const orders = (count: number): string => counted(count, 'заказ', 'заказа', 'заказов');
const products = (count: number): string => counted(count, 'товар', 'товара', 'товаров');
const devices = (count: number): string => counted(count, 'устройство', 'устройства', 'устройств');

export const adminInsightMessages: typeof english.adminInsightMessages = {
  title: 'Аналитика',
  zone: (zone) => `Дни — календарные дни вашего часового пояса, ${zone}.`,
  asOf: (time) => `Заказы по состоянию на ${time}`,
  refresh: 'Обновить',
  refreshing: 'Обновление…',
  csv: 'CSV',
  csvOf: (title) => `Сохранить в CSV: ${title}`,
  csvName: (part, day) => `${part}-${day}.csv`,
  showAll: (count) => `Показать все ${formatNumber(count)}`,
  showFewer: 'Свернуть',
  firstOf: (shown, total) => `Первые ${formatNumber(shown)} из ${formatNumber(total)}`,
  noRole: 'Ваша роль ничего здесь не показывает. Владелец может дать вам роль для заказов, товаров или чатов.',

  period: 'Период',
  periods: { 7: '7 дней', 30: '30 дней', 90: '90 дней', 365: '12 месяцев', all: 'Всё время' },

  loading: 'Загрузка показателей…',
  noOrders: 'Заказов пока нет',
  noOrdersHint: 'Продажи появятся с первым заказом из раздела «Уценка».',
  ordersOffline: 'Нет подключения к сети',
  ordersOfflineHint: 'Заказов ещё нет на этом устройстве. Показатели появятся, когда будет сеть.',
  ordersFailed: 'Не удалось загрузить заказы',
  ordersFailedHint: 'Сервер недоступен. Попытки продолжаются.',
  catalogLoading: 'Товары загружаются на это устройство…',
  serverNone: 'Эти показатели даёт сервер, и на этом устройстве их ещё нет. Они появятся, когда сервер ответит.',
  serverFailed: 'Сервер недоступен. Показано то, что есть на этом устройстве.',
  serverAsOf: (time) => `От сервера, по состоянию на ${time}`,

  sales: 'Продажи',
  salesHint: 'Суммы оплаченных заказов из раздела «Уценка» в день оформления заказа.',
  salesByDay: 'Продажи по дням',
  ordersByDay: 'Заказы по дням',
  tiles: { sales: 'Продажи', orders: 'Заказы', paid: 'Оплачено', average: 'Средний чек', toSend: 'К отправке' },
  change: (percent) => `${percent} к предыдущему периоду`,
  noChange: 'Как в предыдущем периоде',
  nothingBefore: 'В предыдущем периоде не было',
  units: (count) => counted(count, 'единица', 'единицы', 'единиц'),
  allPeriods: 'За всё время',
  chart: (title) => `${title}. Стрелки переходят по дням, Enter открывает заказы дня. В таблице ниже те же значения.`,
  chartDay: (day, value) => `${day}: ${value}`,
  asTable: 'Дни таблицей',
  columns: { day: 'День', orders: 'Заказы', paid: 'Оплачено', units: 'Единицы', sales: 'Продажи' },
  ordersCount: orders,
  emptyDays: 'Дни без заказов пропущены.',

  payments: 'Оплата по статусам',
  paymentsHint: 'Заказы, оформленные за период.',
  share: (percent, count) => `${percent} · ${orders(count)}`,
  noneInPeriod: 'За этот период заказов нет.',

  products: (shop) => `Товары: ${shop}`,
  mostViewed: 'Самые просматриваемые',
  mostViewedHint: 'Просмотры с момента добавления товара.',
  mostSaved: 'Чаще всего сохраняют',
  mostSavedHint:
    'Устройства, которые ждут снижения цены или появления товара. Списки желаний хранятся только на устройствах покупателей и не учитываются.',
  unsold: 'Смотрят, но не покупают',
  unsoldHint: 'Ни одного оплаченного заказа за всё время.',
  lowStock: 'Заканчиваются',
  lowStockHint: (most, none) => `Не больше ${most} единиц во всех состояниях. Нет в наличии: ${products(none)}.`,
  noViews: 'Товары пока не смотрели.',
  noWatches: 'За товарами этого магазина никто не следит.',
  noUnsold: 'Все просмотренные товары продавались.',
  noLowStock: 'Запасов достаточно.',
  noOrdersNoUnsold: 'Нужны заказы: ваша роль их не показывает или их ещё нет на этом устройстве.',
  views: (count) => counted(count, 'просмотр', 'просмотра', 'просмотров'),
  watching: devices,
  left: (count) => `Осталось: ${formatNumber(count)}`,

  chats: 'Чаты без ответа',
  chatsHint: 'Последним написал покупатель. Сначала те, кто ждёт дольше.',
  noChats: 'На все чаты ответили.',
  waiting: (time) => `Ждёт ${time}`,
  minutes: (count) => counted(count, 'минуту', 'минуты', 'минут'),
  hours: (count) => counted(count, 'час', 'часа', 'часов'),
  days: (count) => counted(count, 'день', 'дня', 'дней'),
  messages: (count) => counted(count, 'сообщение', 'сообщения', 'сообщений'),
  openChats: 'Открыть чаты',
  chatsElsewhere: 'Откроется в магазине под учётной записью, которая отвечает в чатах.',

  versions: 'Устройства по версиям приложения',
  versionsHint: (days) =>
    `Устройства вошедших покупателей, использованные за последние ${counted(days, 'день', 'дня', 'дней')}. Посетители без входа не учитываются.`,
  unknownVersion: 'Версия неизвестна',
  thisVersion: 'Версия этой страницы',
  lastUsed: (time) => `Последний раз ${time}`,
  noVersions: 'Ни один покупатель не вошёл.',
  devicesCount: devices,
};
