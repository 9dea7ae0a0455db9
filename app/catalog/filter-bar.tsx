import { LEVELS } from '#sync/contract/course.ts';
import { categoryLabel, levelLabel } from '../course-words.ts';
import { Choice } from '../ui/choice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { useTypedSearch } from '../ui/use-typed-search.ts';
import type { CourseFilter } from './use-course-filter.ts';

type FilterBarProps = {
  filter: CourseFilter;
  onChange: (change: Partial<CourseFilter>) => void;
  /** Those that can be chosen. */
  categories: readonly string[];
};

/** Search, category and level of the catalog. */
export function FilterBar({ filter, onChange, categories }: FilterBarProps) {
  const [text, setText] = useTypedSearch(filter.search, (search) => onChange({ search }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: React warns of <search> in a DOM that does not know it
    <div role="search" className="flex flex-wrap gap-2">
      <div className="w-full sm:w-72 md:grow">
        <SearchField label="Search courses" value={text} onChange={setText} look="raised" />
      </div>
      <Choice
        className="min-w-0 grow sm:grow-0"
        label="Category"
        value={filter.category}
        onChange={(category) => onChange({ category })}
        options={[['all', 'All categories'], ...categories.map((name) => [name, categoryLabel(name)] as const)]}
      />
      <Choice
        className="min-w-0 grow sm:grow-0"
        label="Level"
        value={filter.level}
        onChange={(level) => onChange({ level })}
        options={[['all', 'All levels'], ...LEVELS.map((level) => [level, levelLabel(level)] as const)]}
      />
    </div>
  );
}
