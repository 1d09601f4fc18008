/** Measures the lower bound from navigation: the snapshot's bytes in one response, stored by one put. */
export async function storeOneRecord(): Promise<number> {
  const bytes = await (await fetch('/bench/bytes', { cache: 'no-store' })).arrayBuffer();
  const open = indexedDB.open('physical', 1);
  open.addEventListener('upgradeneeded', () => open.result.createObjectStore('bytes'));
  await new Promise((resolve, reject) => {
    open.addEventListener('success', resolve);
    open.addEventListener('error', () => reject(open.error));
  });
  const transaction = open.result.transaction('bytes', 'readwrite', { durability: 'relaxed' });
  transaction.objectStore('bytes').put(bytes, 1);
  await new Promise((resolve, reject) => {
    transaction.addEventListener('complete', resolve);
    transaction.addEventListener('error', () => reject(transaction.error));
  });
  return performance.now();
}
