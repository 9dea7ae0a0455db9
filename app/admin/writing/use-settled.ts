import { useDeferredValue, useEffect, useState } from 'react';

const LONG = 20_000;
const SETTLED_MS = 350;

/** A text for what need not follow every key: a short one at once, a long one when the typing pauses. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  const isLong = text.length > LONG;
  useEffect(() => {
    if (!isLong) return setSettled(text);
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, isLong]);
  return useDeferredValue(isLong ? settled : text);
}
