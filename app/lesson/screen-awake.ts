/** Keeps the screen on while something plays, where the browser can; call the result to let it sleep again. */
export function keepScreenAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  const lock = navigator.wakeLock.request('screen').catch(() => undefined);
  return () => void lock.then((held) => held?.release()).catch(() => undefined);
}
