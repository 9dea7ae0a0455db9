/** Keeps the screen on while something plays, where the browser can; call the result to let it sleep again. */
export function keepScreenAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  const { wakeLock } = navigator;
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  // The browser takes the lock away from a page that is hidden, and does not give it back.
  const ask = () => {
    if (document.visibilityState === 'visible') lock = wakeLock.request('screen').catch(() => undefined);
  };
  ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    document.removeEventListener('visibilitychange', ask);
    void lock?.then((held) => held?.release()).catch(() => undefined);
  };
}
