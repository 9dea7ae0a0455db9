import { useId } from 'react';

type CheckListProps<Key extends string> = {
  legend: string;
  options: readonly Key[];
  words: Record<Key, string>;
  chosen: readonly Key[];
  onChange: (chosen: readonly Key[]) => void;
  error: string | undefined;
};

/** What may be chosen, each in words and as the API names it. */
export function CheckList<Key extends string>({
  legend,
  options,
  words,
  chosen,
  onChange,
  error,
}: CheckListProps<Key>) {
  const errorId = useId();
  const toggle = (key: Key) => onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex flex-col gap-2">
        {options.map((key) => (
          <label
            key={key}
            className="flex min-h-touch items-center gap-3 rounded-md border border-line-strong px-3 py-1.5 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={chosen.includes(key)}
              onChange={() => toggle(key)}
            />
            <span className="flex flex-col">
              {words[key]}
              <span className="font-mono text-ink-soft text-sm">{key}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-danger-text text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
