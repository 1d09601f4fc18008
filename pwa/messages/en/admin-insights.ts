import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';

const orders = (count: number): string => (count === 1 ? '1 order' : `${formatNumber(count)} orders`);
const devices = (count: number): string => (count === 1 ? '1 device' : `${formatNumber(count)} devices`);

/** Texts of the administration's insights. */
export const adminInsightMessages = localized('adminInsightMessages', {
  title: 'Insights',
  zone: (zone: string) => `Days are calendar days in your time zone, ${zone}.`,
  asOf: (time: string) => `Orders as of ${time}`,
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  csv: 'CSV',
  csvOf: (title: string) => `Save as CSV: ${title}`,
  csvName: (part: string, day: string) => `${part}-${day}.csv`,
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  showFewer: 'Show fewer',
  firstOf: (shown: number, total: number) => `The first ${formatNumber(shown)} of ${formatNumber(total)}`,
  noRole: 'Your role shows nothing here. An owner can give you the role for orders, products or chats.',

  period: 'Period',
  periods: { 7: '7 days', 30: '30 days', 90: '90 days', 365: '12 months', all: 'All' },

  loading: 'Loading figures…',
  noOrders: 'No orders yet',
  noOrdersHint: 'Sales appear here with the first order from the Open Box Store.',
  ordersOffline: 'You are offline',
  ordersOfflineHint: 'The orders are not on this device yet. Their figures appear when you are back online.',
  ordersFailed: 'The orders could not be loaded',
  ordersFailedHint: 'The server cannot be reached. Retrying automatically.',
  catalogLoading: 'Products are being loaded to this device…',
  serverNone:
    'These figures come from the server and are not on this device yet. They appear when the server can be reached.',
  serverFailed: 'The server could not be reached. Showing what this device has.',
  serverAsOf: (time: string) => `From the server, as of ${time}`,

  sales: 'Sales',
  salesHint: 'Totals of paid orders of the Open Box Store, on the day that the order was placed.',
  salesByDay: 'Sales by day',
  ordersByDay: 'Orders by day',
  tiles: { sales: 'Sales', orders: 'Orders', paid: 'Paid orders', average: 'Average paid order', toSend: 'To send' },
  change: (percent: string) => `${percent} against the period before`,
  noChange: 'As in the period before',
  nothingBefore: 'None in the period before',
  units: (count: number) => (count === 1 ? '1 unit' : `${formatNumber(count)} units`),
  allPeriods: 'Of any day',
  chart: (title: string) =>
    `${title}. Use the arrow keys to go through the days and Enter to open a day’s orders. The table below has the same figures.`,
  chartDay: (day: string, value: string) => `${day}: ${value}`,
  asTable: 'Days as a table',
  columns: { day: 'Day', orders: 'Orders', paid: 'Paid', units: 'Units', sales: 'Sales' },
  ordersCount: orders,
  emptyDays: 'Days without orders are left out.',

  payments: 'Payments by state',
  paymentsHint: 'Orders placed in the period.',
  share: (percent: string, count: number) => `${percent} · ${orders(count)}`,
  noneInPeriod: 'No orders in this period.',

  products: (shop: string) => `Products: ${shop}`,
  mostViewed: 'Most viewed',
  mostViewedHint: 'Views since the product was added.',
  mostSaved: 'Most saved',
  mostSavedHint:
    'Devices that watch a product for a lower price or new stock. Wish lists stay on the shoppers’ devices, so they are not counted.',
  unsold: 'Viewed, never sold',
  unsoldHint: 'No paid order of any day.',
  lowStock: 'Low stock',
  lowStockHint: (most: number, none: number) =>
    `At most ${most} units over all conditions. ${none === 1 ? '1 product is' : `${formatNumber(none)} products are`} out of stock.`,
  noViews: 'No product has been viewed yet.',
  noWatches: 'No device watches a product of this shop.',
  noUnsold: 'Every viewed product has been sold.',
  noLowStock: 'No product is low on stock.',
  noOrdersNoUnsold: 'Needs the orders, which your role does not include or this device does not have yet.',
  views: (count: number) => (count === 1 ? '1 view' : `${formatNumber(count)} views`),
  watching: devices,
  left: (count: number) => (count === 1 ? '1 left' : `${formatNumber(count)} left`),

  chats: 'Unanswered chats',
  chatsHint: 'The buyer wrote last. The longest wait comes first.',
  noChats: 'Every chat is answered.',
  waiting: (time: string) => `Waiting for ${time}`,
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  days: (count: number) => (count === 1 ? '1 day' : `${formatNumber(count)} days`),
  messages: (count: number) => (count === 1 ? '1 message' : `${formatNumber(count)} messages`),
  openChats: 'Open chats',
  chatsElsewhere: 'Opens in the shop, with the login that answers chats.',

  versions: 'Devices by app version',
  versionsHint: (days: number) =>
    `Devices on which shoppers are signed in and that were used in the last ${days} days. Visitors are not counted.`,
  unknownVersion: 'Version not known',
  thisVersion: 'Version of this page',
  lastUsed: (time: string) => `Last used ${time}`,
  noVersions: 'No shopper is signed in.',
  devicesCount: devices,
});
