import { useEffect, useState } from 'react';

const QUIET_AFTER_MS = 1500;

/** True a while after the first paint, for what must not compete with it. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), QUIET_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}
