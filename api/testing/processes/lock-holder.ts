/** Holds the write lock of a database file until its input ends: a foreign program in a process of its own. Says `held` when it has the lock. */
import BetterSqlite3 from 'better-sqlite3';

const connection = new BetterSqlite3(process.argv[2] ?? '', { timeout: 5_000 });
connection.exec('begin immediate');
process.stdout.write('held\n');
process.stdin.resume().on('end', () => connection.close());
