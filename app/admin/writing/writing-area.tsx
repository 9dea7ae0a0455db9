import { Eye, Pencil } from 'lucide-react';
import { memo, type RefObject, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LESSON_BODY_LIMIT } from '#sync/contract/lesson.ts';
import { pictureWithToken } from '../../api/media-token.ts';
import { CheckFaultsShown } from '../../ui/check-heard.ts';
import { counted } from '../../ui/labels.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { picturesElsewhere } from '../outline/external-pictures.ts';
import { PICTURE_TYPES } from '../outline/send-picture.ts';
import { applyEdit, selectedIn } from './apply-edit.ts';
import { Editor } from './editor.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import type { Reading } from './reading-time.ts';
import { block } from './text-edits.ts';
import type { Writing } from './use-writing.ts';

/** The text as a learner sees it, with a warning about external pictures. */
const Preview = memo(function Preview({ text, frame }: { text: string; frame: RefObject<HTMLElement | null> }) {
  const elsewhere = useMemo(() => picturesElsewhere(text), [text]);
  return (
    <section
      ref={frame}
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto rounded-lg border border-line bg-surface p-4 shadow-low sm:p-6"
    >
      {elsewhere.length > 0 && <ExternalPictures addresses={elsewhere} />}
      {text.trim() === '' ? (
        <p className="text-ink-soft">What learners read appears here.</p>
      ) : (
        <CheckFaultsShown value={true}>
          <Markdown freshAddress={pictureWithToken}>{text}</Markdown>
        </CheckFaultsShown>
      )}
    </section>
  );
});

function ExternalPictures({ addresses }: { addresses: string[] }) {
  const isOne = addresses.length === 1;
  return (
    <div role="note" className="mb-4 rounded-md bg-danger-soft p-3 text-danger-text text-sm">
      <p className="font-semibold">{counted(addresses.length, 'picture')} from elsewhere</p>
      <p className="mt-1">
        {isOne ? 'It is' : 'They are'} missing offline, and shown as {isOne ? 'a link' : 'links'} unless your
        administrator allows the website. Add {isOne ? 'it' : 'them'} with the Picture button instead.
      </p>
      <ul className="mt-1 list-disc ps-5">
        {addresses.slice(0, 5).map((address) => (
          <li key={address} className="break-all">
            {address.slice(0, 120)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** From this length on, the number of characters is shown too. */
const NEAR_LIMIT = LESSON_BODY_LIMIT * 0.9;
type TextCountsProps = { length: number; words: number; minutes: number; error: string | undefined };

function TextCounts({ length, words, minutes, error }: TextCountsProps) {
  const isOver = length > LESSON_BODY_LIMIT;
  const sentence = isOver
    ? `The text may have at most ${LESSON_BODY_LIMIT.toLocaleString('en')} characters. Shorten it, or make two lessons of it.`
    : error;
  return (
    <div id="lesson-text-counts" className="text-sm">
      <p className="text-ink-soft">
        {counted(words, 'word')} · {minutes} min to read
        {length >= NEAR_LIMIT && (
          <span className={isOver ? 'font-semibold text-danger-text' : ''}>
            {' '}
            · {length.toLocaleString('en')} of {LESSON_BODY_LIMIT.toLocaleString('en')} characters
          </span>
        )}
      </p>
      <p role="alert" className="text-danger-text empty:hidden">
        {sentence}
      </p>
    </div>
  );
}

const VIEWS = [
  { key: 'write', label: 'Write', icon: Pencil },
  { key: 'preview', label: 'Preview', icon: Eye },
] as const;

function ViewSwitch({ view, onChange }: { view: 'write' | 'preview'; onChange: (view: 'write' | 'preview') => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="View" className="flex gap-1 self-start rounded-lg bg-sunken p-1 lg:hidden">
      {VIEWS.map(({ key, label, icon: Icon }) => (
        <button
          key={key}
          type="button"
          aria-pressed={view === key}
          onClick={() => onChange(key)}
          className="inline-flex min-h-touch items-center gap-2 rounded-md px-4 font-medium text-ink-soft aria-pressed:bg-surface aria-pressed:text-accent-text aria-pressed:shadow-low"
        >
          <Icon aria-hidden className="size-5" />
          {label}
        </button>
      ))}
    </div>
  );
}

type WritingAreaProps = {
  writing: Writing;
  courseId: number;
  /** The text for the preview, which may lag behind typing. */
  shown: string;
  reading: Reading;
};

/** The text and its preview: side by side on a wide screen, else one of them. */
export function WritingArea({ writing, courseId, shown, reading }: WritingAreaProps) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  const isWide = useMediaQuery(WIDE);
  const area = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLElement>(null);
  const pictures = usePictures(area);
  const { body } = writing.form;
  const scrollAlong = (share: number) => {
    const preview = frame.current;
    if (isWide && preview) preview.scrollTop = share * (preview.scrollHeight - preview.clientHeight);
  };
  return (
    <section aria-label="Text" className="flex flex-col gap-2">
      <ViewSwitch view={view} onChange={setView} />
      <div className="grid gap-4 lg:h-[max(26rem,calc(100dvh-21rem))] lg:grid-cols-2">
        <div
          className={`flex h-[max(22rem,60dvh)] min-w-0 flex-col lg:h-auto lg:min-h-0 ${view === 'write' ? '' : 'max-lg:hidden'}`}
        >
          <Editor
            key={writing.edition}
            area={area}
            initial={body}
            error={writing.errors.body}
            disabled={writing.offered !== undefined}
            onText={(text) => writing.change({ body: text })}
            onPicture={pictures.choose}
            onFiles={pictures.add}
            onScrolled={scrollAlong}
          />
        </div>
        {(isWide || view === 'preview') && (
          <div className="flex min-h-[max(22rem,60dvh)] min-w-0 flex-col lg:min-h-0">
            <Preview text={shown} frame={frame} />
          </div>
        )}
      </div>
      <TextCounts length={body.length} {...reading} error={writing.errors.body} />
      <input
        ref={pictures.input}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        multiple
        hidden
        data-testid="pictures"
        onChange={({ currentTarget }) => {
          pictures.add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {pictures.next && (
        <PictureDialog
          key={pictures.count}
          file={pictures.next}
          courseId={courseId}
          onClose={pictures.done}
          onInsert={pictures.insert}
        />
      )}
    </section>
  );
}

/** Pictures to insert: one dialog each, then all are inserted at once. */
function usePictures(area: RefObject<HTMLTextAreaElement | null>) {
  const [waiting, setWaiting] = useState<File[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const markdown = useRef<string[]>([]);
  const done = () => {
    // Closes the dialog synchronously; it returns the focus a task later, and only then can text be inserted.
    flushSync(() => setWaiting((files) => files.slice(1)));
    if (waiting.length > 1 || markdown.current.length === 0) return;
    const all = markdown.current.splice(0).join('\n\n');
    setTimeout(() => area.current && applyEdit(area.current, block(selectedIn(area.current), all)));
  };
  return {
    input,
    next: waiting[0],
    count: waiting.length,
    choose: () => input.current?.click(),
    add: (files: File[]) => setWaiting((before) => [...before, ...files]),
    done,
    insert: (picture: string) => {
      markdown.current.push(picture);
      done();
    },
  };
}

const WIDE = '(min-width: 64rem)';
