/** Holds the write lock of a database file until stdin ends, like a foreign program. Prints `held` when it has the lock. */
import BetterSqlite3 from 'better-sqlite3';

const connection = new BetterSqlite3(process.argv[2] ?? '', { timeout: 5_000 });
connection.exec('begin immediate');
process.stdout.write('held\n');
process.stdin.resume().on('end', () => connection.close());
