import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { paths, SEARCHED } from './paths.ts';
import { useLocation, useNavigate } from './router.ts';

/** The header's search box: opens the catalog with that search (decisions 7). */
export function HeaderSearch({ className }: { className: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const shown = pathname === paths.home() ? (new URLSearchParams(search).get('search') ?? '') : '';
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(paths.home({ search: text.trim() }), { state: SEARCHED });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: React warns of <search> in a DOM that does not know it
    <div role="search" className={className}>
      <form onSubmit={submit} className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-soft"
        />
        <input
          type="search"
          aria-label="Search courses"
          placeholder="Search courses..."
          enterKeyHint="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-h-touch w-full rounded-md border border-line bg-sunken pr-3 pl-10 placeholder:text-ink-soft"
        />
      </form>
    </div>
  );
}
