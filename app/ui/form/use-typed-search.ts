import { useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 150;

/** Keeps what is typed and hands it on after a short pause; follows `search` when that changes from outside. */
export function useTypedSearch(search: string, onSearch: (search: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(search);
  const handedOn = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (search === handedOn.current) return;
    handedOn.current = search;
    setText(search);
  }, [search]);
  // The pause may outlive a render: a filter chosen meanwhile is known to the newest `onSearch` only.
  const newest = useRef(onSearch);
  newest.current = onSearch;
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      handedOn.current = typed;
      newest.current(typed);
    }, TYPING_PAUSE_MS);
  };
  return [text, type];
}
