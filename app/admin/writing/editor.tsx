import {
  Bold,
  Code,
  Heading,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Quote,
  Table2,
} from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { LESSON_BODY_LIMIT } from '#sync/contract/lesson.ts';
import { isFromRight } from '../../ui/direction.ts';
import { counted } from '../../ui/labels.ts';
import { useToast } from '../../ui/toast.tsx';
import { applyEdit, PASTED_LINES_LIMIT, selectedIn } from './apply-edit.ts';
import { readHtml, readPlainText } from './pasted.ts';
import {
  block,
  check,
  code,
  continueList,
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

const bold = (selected: Selected) => mark(selected, '**', 'bold');
const italic = (selected: Selected) => mark(selected, '*', 'italic');

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
  { name: 'Check question', icon: ListChecks, edit: check },
];

type ToolbarProps = {
  disabled: boolean;
  onEdit: (edit: (selected: Selected) => TextEdit) => void;
  onPicture: () => void;
};

/** The formatting buttons: one tab stop, with arrow keys between the buttons. */
function Toolbar({ disabled, onEdit, onPicture }: ToolbarProps) {
  const [at, setAt] = useState(0);
  const buttons = [
    ...TOOLS.map(({ edit, ...tool }) => ({ ...tool, press: () => onEdit(edit) })),
    { name: 'Picture', icon: ImagePlus, press: onPicture, keys: undefined },
  ];
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const on = isFromRight() ? -1 : 1;
    const to = { ArrowRight: at + on, ArrowLeft: at - on, Home: 0, End: buttons.length - 1 }[event.key];
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

type EditorProps = {
  area: RefObject<HTMLTextAreaElement | null>;
  /** The initial text. The text area is uncontrolled, so that the browser's Undo works. */
  initial: string;
  error: string | undefined;
  disabled: boolean;
  onText: (text: string) => void;
  onPicture: () => void;
  /** Called with pasted or dropped pictures. */
  onFiles: (files: File[]) => void;
  /** Called with the scroll position, from 0 to 1. */
  onScrolled: (share: number) => void;
};

/** A fence of code is open where the selection begins. */
const isInCode = ({ text, start }: Selected) =>
  (text.slice(0, start).match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;

/** Words are put into the line, and blocks between empty lines. */
function inserted(selected: Selected, markdown: string): TextEdit {
  if (markdown.includes('\n') || /^(?:#{1,6}|[-*+>]|\d{1,9}[.)]) /.test(markdown)) return block(selected, markdown);
  const end = selected.start + markdown.length;
  return { from: selected.start, to: selected.end, insert: markdown, select: [end, end] };
}

const KEYS: Record<string, (selected: Selected) => TextEdit> = { b: bold, i: italic, k: link };

export function Editor({ area, initial, error, disabled, ...on }: EditorProps) {
  const toast = useToast();
  const edit = (make: (selected: Selected) => TextEdit | undefined) => {
    const made = area.current && make(selectedIn(area.current));
    if (made && area.current) applyEdit(area.current, made);
    return Boolean(made);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || disabled) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const make = isCommand && !event.shiftKey ? KEYS[event.key.toLowerCase()] : undefined;
    if (make) event.preventDefault();
    if (make) edit(make);
    else if (event.key === 'Enter' && !isCommand && !event.shiftKey && edit(continueList)) event.preventDefault();
  };
  /**
   * Accepts pictures and texts of other programs, as Markdown, and refuses a text that is too long as a whole rather than
   * cutting it off. Within a block of code a text stays as it is.
   */
  const take = (event: ClipboardEvent | DragEvent, from: DataTransfer) => {
    const files = [...from.files].filter(({ type }) => type.startsWith('image/'));
    const plain = from.getData('text/plain');
    const html = from.getData('text/html');
    // Office programs add a picture to copied text: with text, the picture is ignored.
    if (files.length > 0 && plain === '') {
      event.preventDefault();
      if (!disabled) on.onFiles(files);
      return;
    }
    if (!area.current || disabled) return;
    const selected = selectedIn(area.current);
    const isDrop = event.type === 'drop';
    const read = isDrop || isInCode(selected) ? undefined : readHtml(html);
    const { pictures, lost } = read ?? { pictures: [], lost: 0 };
    const markdown = read?.markdown || (isDrop ? plain : readPlainText(plain));
    if (selected.text.length - (selected.end - selected.start) + markdown.length > LESSON_BODY_LIMIT) {
      event.preventDefault();
      toast({
        title: 'Text too long',
        description: `What you pasted has ${markdown.length.toLocaleString('en')} characters; a lesson may have 200,000. Nothing was inserted, and your text is as it was.`,
        variant: 'destructive',
      });
      return;
    }
    if (markdown !== plain) {
      event.preventDefault();
      if (markdown !== '') applyEdit(area.current, inserted(selected, markdown), PASTED_LINES_LIMIT);
    }
    if (pictures.length > 0) on.onFiles(pictures);
    if (lost > 0)
      toast({
        title: 'Pictures not pasted',
        description: `${counted(lost, 'picture')} could not be read from the clipboard. Add ${lost === 1 ? 'it' : 'them'} with the Picture button.`,
      });
  };
  return (
    <div className="flex min-h-0 grow flex-col rounded-lg border border-line-strong bg-surface focus-within:border-accent has-aria-invalid:border-danger">
      <Toolbar disabled={disabled} onEdit={edit} onPicture={on.onPicture} />
      <textarea
        ref={area}
        id="lesson-text"
        dir="auto"
        aria-label="Text of the lesson, in Markdown"
        aria-invalid={error ? true : undefined}
        aria-describedby="lesson-text-counts"
        defaultValue={initial}
        readOnly={disabled}
        spellCheck
        onInput={({ currentTarget }) => on.onText(currentTarget.value)}
        onKeyDown={press}
        onPaste={(event) => take(event, event.clipboardData)}
        onDrop={(event) => take(event, event.dataTransfer)}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
          on.onScrolled(scrollTop / Math.max(1, scrollHeight - clientHeight))
        }
        placeholder="Write the lesson here…"
        className="-outline-offset-3 block w-full grow resize-none rounded-b-lg bg-surface p-4 font-mono text-base leading-relaxed placeholder:text-ink-soft"
      />
    </div>
  );
}
