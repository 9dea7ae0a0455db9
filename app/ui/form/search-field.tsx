import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

type SearchFieldProps = {
  /** What is searched; also the placeholder. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  onFocus?: () => void;
  /** 'sunken' on a bar, 'raised' on a page. */
  look: 'sunken' | 'raised';
};

const LOOKS = { sunken: 'border-line-strong bg-sunken', raised: 'border-line-strong bg-surface' };

export function SearchField({ label, value, onChange, onFocus, look }: SearchFieldProps) {
  return (
    <div className="relative">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-3 size-5 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={`${label}...`}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={onFocus}
        className={`min-h-touch w-full text-ellipsis rounded-md border pe-3 ps-10 placeholder:text-ink-soft outdoor:border-2 ${LOOKS[look]}`}
      />
    </div>
  );
}

const TYPING_PAUSE_MS = 150;

/** Browsers refuse too many changes of the address: the strictest one hundred in half a minute. */
const MOST_KEPT = 50;
const KEPT_WITHIN_MS = 30_000;
const keptAt: number[] = [];

/** Puts the query into the address without a navigation, so that a reload before the next one finds it. */
function keepInAddress(query: string): void {
  const now = performance.now();
  while (keptAt[0] !== undefined && keptAt[0] < now - KEPT_WITHIN_MS) keptAt.shift();
  if (keptAt.length >= MOST_KEPT) return;
  keptAt.push(now);
  window.history.replaceState(window.history.state, '', query);
}

/** Debounces typing, and follows `search` from outside; `queryWith` tells the query of an address that holds the search. */
export function useTypedSearch(
  search: string,
  onSearch: (search: string) => void,
  queryWith?: (search: string) => string,
): [string, (text: string) => void] {
  const [text, setText] = useState(search);
  const handedOn = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The address holds it without the space that the next word follows.
    if (search === handedOn.current.trim()) return;
    handedOn.current = search;
    setText(search);
  }, [search]);
  // Only the newest `onSearch` knows a filter that was chosen during the pause.
  const newest = useRef(onSearch);
  newest.current = onSearch;
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    if (queryWith) keepInAddress(queryWith(typed));
    clearTimeout(timer.current);
    const { pathname } = window.location;
    timer.current = setTimeout(() => {
      // A tap on a result has left this page, which stays until the next one is loaded: the search would lead back.
      if (window.location.pathname !== pathname) return;
      handedOn.current = typed;
      newest.current(typed);
    }, TYPING_PAUSE_MS);
  };
  return [text, type];
}
