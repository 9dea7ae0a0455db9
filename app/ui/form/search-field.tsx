import { Search } from 'lucide-react';

type SearchFieldProps = {
  /** What is searched, for those who do not see the field. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** 'sunken' on a bar, 'raised' on a page. */
  look: 'sunken' | 'raised';
};

const LOOKS = { sunken: 'border-line-strong bg-sunken', raised: 'border-line-strong bg-surface' };

/** One line to search by, with its glass. */
export function SearchField({ label, value, onChange, look }: SearchFieldProps) {
  return (
    <div className="relative">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={`${label}...`}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`min-h-touch w-full rounded-md border pr-3 pl-10 placeholder:text-ink-soft ${LOOKS[look]}`}
      />
    </div>
  );
}
