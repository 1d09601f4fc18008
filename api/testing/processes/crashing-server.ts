/** Runs the server with an uncaught exception on SIGUSR2. */
process.on('SIGUSR2', () => {
  throw new Error('Nobody catches this');
});

await import('../../main.ts');
