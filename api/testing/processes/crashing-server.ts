/** The server as an operator starts it, with a fault in it that nothing catches: it comes with each SIGUSR2. */
process.on('SIGUSR2', () => {
  throw new Error('Nobody catches this');
});

await import('../../main.ts');
