import type * as english from '../en/orders.ts';
import { counted } from './plural.ts';

export const orderMessages: typeof english.orderMessages = {
  orderOf: (title) => `Заказ: ${title}`,
  quantity: (quantity) => counted(quantity, 'штука', 'штуки', 'штук'),
  payment: 'Платёж:',
  parcel: 'Посылка:',
  sent: 'Отправлена',
  notSent: 'Не отправлена',
  payNow: 'Оплатить',
  delete: 'Удалить',
  deleteOrderOf: (title) => `Удалить заказ: ${title}`,
  deleteQuestion: 'Удалить этот заказ?',
  keep: 'Оставить',
  notDeleted: 'Не удалось удалить заказ',
  understood: 'ОК',
  details: 'Подробнее',
  detailsOf: (title) => `Подробнее о заказе: ${title}`,
  preparing: 'Подготовка страницы оплаты…',
  held: (minutes) => `Забронировано ещё на ${counted(minutes, 'минуту', 'минуты', 'минут')}`,
  holdEnds: 'Время на оплату истекло',
  paymentHints: {
    part_received: 'Пришла часть суммы. Доплатите остальное, пока не истекло время на оплату.',
    partially_paid: 'Пришло меньше суммы заказа. Доплатите остальное или напишите нам: бронь держится недолго.',
    paid_late: 'Платёж пришёл после срока оплаты. Мы знаем о нём: отправим товар или вернём деньги.',
  },
  paymentNotes: {
    overpaid: 'Вы заплатили больше суммы заказа. Мы знаем о разнице.',
    checking: 'Мы проверяем оплату этого заказа.',
  },
  empty: 'Заказов пока нет',
  emptyHint: 'Здесь появятся заказы из раздела «Уценка» с оплатой и отслеживанием.',
  loading: 'Загрузка заказов…',
  offline: 'Ваших заказов ещё нет на этом устройстве. Они появятся, когда будет сеть.',
};
