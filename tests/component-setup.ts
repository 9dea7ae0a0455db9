// Runs before each file of the unit tests. Where there is a page, a test waits for a state as long as it takes: the library's
// one second is over on a busy machine before a screen has drawn.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 15_000 });
}

export {};
