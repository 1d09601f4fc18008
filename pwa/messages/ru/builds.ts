import { MAX_BUILD_PARTS, MAX_BUILDS, MAX_PART_QUANTITY } from '#contract/limits.ts';
import type * as english from '../en/builds.ts';
import { counted, plural } from './plural.ts';

const parts = (count: number): string => counted(count, 'комплектующее', 'комплектующих', 'комплектующих');
const builds = (count: number): string => counted(count, 'сборка', 'сборки', 'сборок');

export const buildMessages: typeof english.buildMessages = {
  title: 'Мои сборки',
  all: 'Все сборки',
  back: (shop) => `Назад: ${shop}`,
  hint: 'Собирайте комплектующие в свои списки. Они остаются на этом устройстве и работают без сети.',
  create: 'Новая сборка',
  firstName: 'Моя сборка',
  nextName: (number) => `Моя сборка ${number}`,
  unnamed: 'Сборка без названия',
  tooManyBuilds: `На устройстве помещается не больше ${MAX_BUILDS} сборок. Удалите одну, чтобы добавить другую.`,
  parts,
  ready: 'Начните с готовой сборки',
  readyHint: 'Её комплектующие копируются в ваш список, который можно менять.',
  copyFailed: 'Не удалось прочитать комплектующие. Попробуйте ещё раз.',

  add: 'В сборку',
  addTo: 'В какую сборку добавить?',
  closeChoice: 'Закрыть',
  added: (name) => `Добавлено в «${name}».`,
  replaced: (title, name) => `Заменено в «${name}»: ${title}.`,
  undo: 'Отменить',
  openBuild: (name) => `Открыть «${name}»`,
  partsFull: `В сборке помещается не больше ${MAX_BUILD_PARTS} разных комплектующих и ${MAX_PART_QUANTITY} штук каждого.`,

  name: 'Название',
  rename: 'Переименовать',
  saveName: 'Сохранить',
  cancel: 'Отмена',
  share: 'Поделиться',
  shared: 'Ссылка скопирована',
  copy: 'Копировать',
  copied: 'Текст скопирован',
  clipboardFailed: 'Браузер не разрешил копирование.',
  print: 'Печать',
  delete: 'Удалить',
  deleted: (name) => `Удалено: ${name}.`,
  onePerSlot: 'Одно комплектующее на место',

  total: 'Итого',
  typicalTotal: 'По обычной цене',
  amount: (amount) => `${amount}\u00a0$`,
  unpriced: (count) => `${parts(count)} без цены, в сумму не ${plural(count, 'входит', 'входят', 'входят')}.`,
  problems: (count) => `${plural(count, 'Требует', 'Требуют', 'Требуют')} внимания: ${parts(count)}`,
  allAvailable: 'Все комплектующие есть в продаже',

  slots: 'Комплектующие',
  choose: 'Выбрать комплектующее',
  chooseFor: (slot) => `Выбрать комплектующее: ${slot}`,
  change: 'Заменить',
  changeFor: (slot) => `Заменить комплектующее: ${slot}`,
  addAnother: 'Добавить комплектующее',
  addAnotherFor: (slot) => `Добавить комплектующее: ${slot}`,
  otherParts: 'Другие комплектующие',
  severalInSlot: (count) => `${counted(count, 'комплектующее', 'комплектующих', 'комплектующих')} на одном месте`,
  used: 'Из раздела «Уценка»',
  quantity: (title) => `Количество: ${title}`,
  fewer: (title) => `На одно меньше: ${title}`,
  more: (title) => `На одно больше: ${title}`,
  remove: (title) => `Убрать: ${title}`,
  removed: (title) => `Убрано: ${title}.`,
  times: (quantity) => `${quantity} ×`,
  each: (price) => `по ${price}`,
  from: (price) => `от ${price}`,
  noPrice: 'Без цены',
  untitled: (id) => `Товар ${id}`,
  soldOut: 'Распродано',
  onlyLeft: (stock) => `В наличии только ${stock}`,
  gone: 'Больше нет в магазине',
  notHere: 'Ещё нет на этом устройстве',

  search: 'Поиск комплектующих',
  closePicker: 'Закрыть список комплектующих',
  noChoices: 'Комплектующих не найдено.',
  closeChoices: 'Точных совпадений нет. Похожие комплектующие:',
  choicesFailed: 'Сейчас комплектующие прочитать нельзя. Они появятся, когда будет сеть.',
  addPart: 'Добавить',
  addPartTitled: (title) => `Добавить: ${title}`,
  moreChoices: 'Подходит больше комплектующих. Уточните поиск.',

  sharedBuild: 'Сборка по ссылке',
  sharedHint: 'Этим списком с вами поделились. Оставьте его себе, чтобы менять.',
  keep: 'Оставить как мою сборку',
  leftOut: (count) =>
    `В сборке помещается не больше ${MAX_BUILD_PARTS} разных комплектующих. Не ${plural(count, 'показано', 'показаны', 'показаны')}: ${parts(count)} из этой ссылки.`,
  unreadable: (count) => `Не удалось прочитать ${counted(count, 'запись', 'записи', 'записей')} этой ссылки.`,
  missingTitle: 'Сборка не найдена',
  missingHint: 'Возможно, она удалена или находится на другом устройстве.',
  noParts: 'В этой сборке нет комплектующих.',

  damaged: (lostBuilds, lostParts) => {
    const lost = [lostBuilds > 0 && builds(lostBuilds), lostParts > 0 && parts(lostParts)].filter(Boolean);
    return `Повреждено и не прочитано: ${lost.join(', ')}. Остальное на месте.`;
  },
  unreadableStorage: 'Сохранённые сборки повреждены, прочитать их не удалось.',
  notKept:
    'В браузере нет места для ваших сборок. Они пропадут, когда вы закроете страницу: поделитесь ими или скопируйте их.',

  textLine: (slot, quantity, title, price) => `${slot}: ${quantity === 1 ? '' : `${quantity} × `}${title} (${price})`,
  textTotal: (label, amount) => `${label}: ${amount}`,
};
