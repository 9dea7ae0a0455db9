// A field that finds what can be chosen by what is typed: for lists that are too long to be shown whole.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as Popper from '@radix-ui/react-popper';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { takesEscape } from '../escape.ts';
import { Frame, type Labelled, LOOK } from './field.tsx';
import { useTypedSearch } from './search-field.tsx';

/** `note` is said beside the label while it can be chosen. */
export type Option = readonly [value: string, label: string, note?: string | undefined];

/** What is typed, and whether the list is open; the caller looks for `search` while it is. */
export function useCombobox() {
  const [state, setState] = useState<'closed' | 'open' | 'typed'>('closed');
  const [search, setSearch] = useState('');
  const [text, type] = useTypedSearch(search, (typed) => setSearch(typed.trim()));
  return {
    isOpen: state !== 'closed',
    search,
    /** Undefined until something is typed. */
    typed: state === 'typed' ? text : undefined,
    isSearched: text.trim() === search,
    type: (typed: string) => {
      setState('typed');
      type(typed);
    },
    open: () => setState((now) => (now === 'closed' ? 'open' : now)),
    close: () => {
      setState('closed');
      type('');
    },
  };
}

type ComboboxProps = Labelled & {
  isLabelHidden?: boolean;
  box: ReturnType<typeof useCombobox>;
  value: string;
  /** The label of the value; '' while nothing is chosen. */
  text: string;
  placeholder?: string | undefined;
  disabled?: boolean;
  /** What was found; undefined while it is looked for. */
  options: readonly Option[] | undefined;
  hasMore: boolean;
  failure?: { sentence: string; retry: () => void } | undefined;
  /** Said when nothing is found. */
  none: string;
  onChange: (option: Option) => void;
};

/** Arrows move, Enter chooses, Escape closes the list alone; whoever leaves the field keeps what was chosen before. */
export function Combobox(props: ComboboxProps) {
  const {
    box,
    value,
    text,
    placeholder,
    disabled,
    options: found,
    hasMore,
    failure,
    none,
    onChange,
    ...labelled
  } = props;
  const last = useRef<readonly Option[]>([]);
  // What was found before stays until the answer is here.
  if (found) last.current = found;
  const options = last.current;
  const [moved, setMoved] = useState<number>();
  // Enter before the answer is here: the first option is chosen when it is.
  const [isEager, setEager] = useState(false);
  const isSettled = found !== undefined && box.isSearched;
  // The first of what was searched for; of the whole list what is chosen, or none.
  const at = moved ?? (box.typed === undefined ? options.findIndex(([option]) => option === value) : 0);
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const close = () => {
    box.close();
    setMoved(undefined);
    setEager(false);
  };
  const choose = (option: Option | undefined) => {
    if (!option) return;
    close();
    onChange(option);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer has come
  useEffect(() => {
    if (!isEager || !isSettled) return;
    setEager(false);
    choose(options[0]);
  }, [isEager, isSettled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the option that Enter would choose stays in view
  useEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
  }, [at, box.isOpen]);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!box.isOpen) box.open();
      else if (options.length > 0) setMoved((Math.max(at, step > 0 ? -1 : 0) + step + options.length) % options.length);
    }
    if (!box.isOpen) return;
    if (takesEscape(event)) close();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (failure) failure.retry();
    else if (isSettled) choose(options[at]);
    else setEager(true);
  };
  return (
    <Popper.Root>
      <Frame {...labelled}>
        {(described) => (
          <Popper.Anchor className="relative">
            <input
              {...described}
              role="combobox"
              aria-expanded={box.isOpen}
              aria-controls={box.isOpen ? listId : undefined}
              aria-autocomplete="list"
              aria-activedescendant={box.isOpen && options[at] ? optionId(at) : undefined}
              autoComplete="off"
              spellCheck={false}
              disabled={disabled}
              placeholder={placeholder}
              value={box.typed ?? text}
              onClick={(event) => {
                event.currentTarget.select();
                box.open();
              }}
              onChange={(event) => {
                box.type(event.target.value);
                setMoved(undefined);
                setEager(false);
              }}
              onKeyDown={press}
              onBlur={close}
              className={`min-h-touch truncate pe-10 ps-3 disabled:opacity-55 ${LOOK}`}
            />
            <ChevronDown
              aria-hidden
              className="pointer-events-none absolute top-1/2 end-3 size-5 -translate-y-1/2 text-ink-soft"
            />
          </Popper.Anchor>
        )}
      </Frame>
      {box.isOpen &&
        createPortal(
          <Popper.Content
            align="start"
            sideOffset={4}
            collisionPadding={8}
            // A dialog below takes neither the pointer nor the wheel from the list, and the field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onWheel={stop}
            onTouchMove={stop}
            className="pointer-events-auto z-50 flex max-h-[min(20rem,40dvh)] w-(--radix-popper-anchor-width) min-w-[min(20rem,100vw-1rem)] flex-col rounded-lg border border-line bg-surface p-1.5 shadow-mid"
          >
            <div
              id={listId}
              role="listbox"
              aria-label={labelled.label}
              aria-busy={!isSettled}
              className="min-h-0 overflow-y-auto overscroll-contain"
            >
              {options.map(([option, label, note], index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
                <div
                  key={option}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === at}
                  {...(note && {
                    'aria-labelledby': `${optionId(index)}-label`,
                    'aria-describedby': `${optionId(index)}-note`,
                  })}
                  onClick={() => choose([option, label])}
                  className={`wrap-anywhere flex min-h-touch cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-1 ${index === at ? 'bg-accent-soft text-accent-text' : 'hover:bg-sunken'} ${option === value ? 'font-semibold' : ''}`}
                >
                  <span id={`${optionId(index)}-label`}>{label}</span>
                  {note && (
                    <span id={`${optionId(index)}-note`} className="shrink-0 font-normal text-ink-soft text-sm">
                      {note}
                    </span>
                  )}
                </div>
              ))}
            </div>
            <p role="status" className="mt-1 px-3 py-1 text-ink-soft text-sm empty:hidden">
              {failure ? (
                <button
                  type="button"
                  tabIndex={-1}
                  onClick={failure.retry}
                  className="min-h-touch text-start font-semibold text-accent-text"
                >
                  <Trans>{failure.sentence} Try again</Trans>
                </button>
              ) : !isSettled ? (
                options.length === 0 && t`Searching...`
              ) : options.length === 0 ? (
                none
              ) : (
                hasMore && t`Type to find more.`
              )}
            </p>
          </Popper.Content>,
          document.body,
        )}
    </Popper.Root>
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();
