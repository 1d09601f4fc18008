/** Runs the server with an uncaught exception on SIGUSR2. */
process.on('SIGUSR2', () => {
  throw new Error('uncaught on purpose');
});

await import('../../main.ts');
