import type * as english from '../en/product.ts';
import { counted } from './plural.ts';

export const productMessages: typeof english.productMessages = {
  id: (id) => `ID: ${id}`,
  views: (count) => counted(count, 'просмотр', 'просмотра', 'просмотров'),
  close: 'Закрыть товар',
  condition: 'Состояние',
  inStock: 'В наличии',
  chooseCondition: 'Выберите состояние',
  conditionMeanings: {
    excellent: 'Выглядит и работает как новый.',
    verygood: 'Несколько лёгких следов, заметных вблизи. Работает как новый.',
    good: 'Заметные царапины или потёртости. Полностью исправен.',
    acceptable: 'Сильный износ, вмятины или выцветание. Полностью исправен.',
  },
  conditionChoice: (label, stock, price) => `${label} · ${price} · ${stock}`,
  marketplaces: 'Также продаётся на',
  lowestSince: (day) => `Самая низкая цена с тех пор, как вы впервые её увидели (${day})`,
  seenLower: (price, day) => `${day}: ${price}`,
  newElsewhere: (price) => `Новый на AMAZON: ${price}`,
  usedElsewhere: (condition, price) => `С рук, ${condition}: ${price}`,
  asOf: (time) => `Цена на ${time}`,
  share: 'Поделиться товаром',
  shared: 'Ссылка скопирована',
  shareFailed: 'Не удалось скопировать ссылку. Скопируйте её из адресной строки.',
  description: 'Описание',
  loadingDetails: 'Загрузка описания…',
  missing: 'Товар не найден',
  missingHint: 'Возможно, он продан или удалён.',
  unavailable: 'Сейчас этот товар нельзя показать',
  unavailableHint: 'Его ещё нет на устройстве. Он появится, когда магазин станет доступен.',
  detailsOffline: 'Описания ещё нет на устройстве. Оно появится, когда магазин станет доступен.',
  backToShop: 'Назад в магазин',
};

export const galleryMessages: typeof english.galleryMessages = {
  label: 'Фото',
  image: (title, number) => `${title}, фото ${number}`,
  enlarge: (title, number) => `${title}, фото ${number}: открыть на весь экран`,
  fullscreen: 'Фото на весь экран',
  close: 'Выйти из полноэкранного режима',
  previous: 'Предыдущее фото',
  next: 'Следующее фото',
  position: (number, total) => `${number} из ${total}`,
};
