/** Runs the server; on SIGUSR2, it throws an uncaught exception. */
process.on('SIGUSR2', () => {
  throw new Error('uncaught on purpose');
});

await import('../../main.ts');
