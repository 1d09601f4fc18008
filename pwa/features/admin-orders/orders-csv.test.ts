import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { toOrdersCsv } from './orders-csv.ts';
import { createAdminOrder } from './testing/admin-order.ts';

const read = (text: string) => parse(text, { columns: true, bom: true, recordDelimiter: '\r\n' });

it('the CSV of orders parses back to the same values', () => {
  const orders = [
    createAdminOrder({
      id: 'ord_2',
      title: 'Lamp, "new"\nand bright',
      address: 'Line 1\r\nLine 2',
      total_amount: 1234.5,
    }),
    createAdminOrder({ contact_name: 'Zoë 💡', phone: '', shipped: true }),
  ];
  expect(read(toOrdersCsv(orders))).toMatchObject([
    { id: 'ord_2', title: 'Lamp, "new"\nand bright', address: 'Line 1\r\nLine 2', total_amount: '1234.50' },
    { contact_name: 'Zoë 💡', phone: '', shipped: 'true' },
  ]);
});

it('formulas in text that buyers entered are escaped', () => {
  const hostile = ['=HYPERLINK("https://evil.example")', '+1', '-2+3', '@SUM(A1)', '\tx', '\rx'];
  for (const text of hostile) {
    const [row] = read(toOrdersCsv([createAdminOrder({ contact_name: text })]));
    expect(row).toMatchObject({ contact_name: `'${text}` });
  }
});

it('the CSV starts with the field names, even without orders', () => {
  expect(toOrdersCsv([])).toMatch(/^\uFEFFnumber,id,payment_id,created_at,.*needs_attention\r\n$/);
});
