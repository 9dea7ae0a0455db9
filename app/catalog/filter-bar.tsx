import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LEVELS } from '#sync/contract/course.ts';
import { categoryLabel, levelLabel } from '../course-words.ts';
import { SearchField } from '../ui/search-field.tsx';
import type { CourseFilter } from './use-course-filter.ts';

const TYPING_PAUSE_MS = 150;
const CATEGORIES = ['software', 'hardware', 'business'];

/** Keeps what is typed and hands it on after a short pause; follows the address when that changes from outside. */
function useTypedSearch(search: string, onSearch: (search: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(search);
  const handedOn = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (search === handedOn.current) return;
    handedOn.current = search;
    setText(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      handedOn.current = typed;
      onSearch(typed);
    }, TYPING_PAUSE_MS);
  };
  return [text, type];
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <div className="relative min-w-0 grow sm:grow-0">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-touch w-full appearance-none rounded-md border border-line-strong bg-surface pr-10 pl-3"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} className="bg-surface text-ink">
            {text}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-soft"
      />
    </div>
  );
}

type FilterBarProps = {
  filter: CourseFilter;
  onChange: (change: Partial<CourseFilter>) => void;
  /** Categories that the catalog holds; those beyond the three standing ones are added to the list (decisions 4). */
  categories: readonly string[];
};

/** Search, category and level of the catalog. */
export function FilterBar({ filter, onChange, categories }: FilterBarProps) {
  const [text, setText] = useTypedSearch(filter.search, (search) => onChange({ search }));
  const offered = [...new Set([...CATEGORIES, ...[...categories].sort()])];
  return (
    // biome-ignore lint/a11y/useSemanticElements: React warns of <search> in a DOM that does not know it
    <div role="search" className="flex flex-wrap gap-2">
      <div className="w-full sm:w-72 md:grow">
        <SearchField label="Search courses" value={text} onChange={setText} look="raised" />
      </div>
      <Choice
        label="Category"
        value={filter.category}
        onChange={(category) => onChange({ category })}
        options={[['all', 'All categories'], ...offered.map((name) => [name, categoryLabel(name)] as const)]}
      />
      <Choice
        label="Level"
        value={filter.level}
        onChange={(level) => onChange({ level })}
        options={[['all', 'All levels'], ...LEVELS.map((level) => [level, levelLabel(level)] as const)]}
      />
    </div>
  );
}
