import { type FormEvent, useEffect, useState } from 'react';
import { paths, SEARCHED } from './paths.ts';
import { useLocation, useNavigate } from './router.ts';
import { SearchField } from './ui/search-field.tsx';

/** The header's search box: opens the catalog with that search (decisions 7). */
export function HeaderSearch({ className }: { className: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const shown = pathname === paths.home() ? (new URLSearchParams(search).get('search') ?? '') : '';
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // On another page the heading of the catalog takes the focus.
    if (pathname !== paths.home() && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void navigate(paths.home({ search: text.trim() }), { state: SEARCHED });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: React warns of <search> in a DOM that does not know it
    <div role="search" aria-label="From every page" className={className}>
      <form onSubmit={submit}>
        <SearchField label="Search courses" value={text} onChange={setText} look="sunken" />
      </form>
    </div>
  );
}
