import {
  Bold,
  Code,
  Heading,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Table2,
} from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import {
  code,
  link,
  mark,
  numberLines,
  prefixLines,
  type Selected,
  type TextEdit,
  table,
  turnHeading,
} from './text-edits.ts';

type Tool = { name: string; icon: LucideIcon; keys?: string; edit: (selected: Selected) => TextEdit };

export const bold = (selected: Selected) => mark(selected, '**', 'bold');
export const italic = (selected: Selected) => mark(selected, '*', 'italic');

const TOOLS: Tool[] = [
  { name: 'Bold', icon: Bold, keys: 'Ctrl+B', edit: bold },
  { name: 'Italic', icon: Italic, keys: 'Ctrl+I', edit: italic },
  { name: 'Heading', icon: Heading, edit: turnHeading },
  { name: 'List', icon: List, edit: (selected) => prefixLines(selected, '- ') },
  { name: 'Numbered list', icon: ListOrdered, edit: numberLines },
  { name: 'Link', icon: Link2, keys: 'Ctrl+K', edit: link },
  { name: 'Quote', icon: Quote, edit: (selected) => prefixLines(selected, '> ') },
  { name: 'Code', icon: Code, edit: code },
  { name: 'Table', icon: Table2, edit: table },
];

type ToolbarProps = {
  disabled: boolean;
  onEdit: (edit: (selected: Selected) => TextEdit) => void;
  onPicture: () => void;
};

/** The buttons over the text: one stop of the Tab key, the arrows lead from one to the next. */
export function Toolbar({ disabled, onEdit, onPicture }: ToolbarProps) {
  const [at, setAt] = useState(0);
  const buttons = [
    ...TOOLS.map(({ edit, ...tool }) => ({ ...tool, press: () => onEdit(edit) })),
    { name: 'Picture', icon: ImagePlus, press: onPicture, keys: undefined },
  ];
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + buttons.length) % buttons.length;
    setAt(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      aria-controls="lesson-text"
      onKeyDown={move}
      className="flex flex-wrap border-line border-b p-1"
    >
      {buttons.map(({ name, icon: Icon, keys, press }, place) => (
        <button
          key={name}
          type="button"
          disabled={disabled}
          tabIndex={place === at ? 0 : -1}
          aria-label={name}
          aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
          title={keys ? `${name} (${keys})` : name}
          onFocus={() => setAt(place)}
          onClick={press}
          className="-outline-offset-3 inline-flex size-touch items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink disabled:opacity-55"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      ))}
    </div>
  );
}
