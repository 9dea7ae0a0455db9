import { type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useToast } from '../../ui/toast.tsx';
import { PICTURE_TYPES } from '../send-picture.ts';
import { adminToasts } from '../words.ts';
import { applyEdit, selectedIn } from './apply-edit.ts';
import { Editor } from './editor.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { Preview } from './preview.tsx';
import type { Reading } from './reading-time.ts';
import { TextCounts } from './text-counts.tsx';
import { block } from './text-edits.ts';
import type { Writing } from './use-writing.ts';
import { ViewSwitch } from './view-switch.tsx';

type DeskProps = {
  writing: Writing;
  courseId: number;
  /** The text a moment later: what it looks like need not follow every key. */
  shown: string;
  reading: Reading;
};

/** The text and what becomes of it: beside each other where there is room, else one or the other. */
export function WritingDesk({ writing, courseId, shown, reading }: DeskProps) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  const isWide = useIsWide();
  const area = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLElement>(null);
  const pictures = usePictures(area);
  const toast = useToast();
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
            fault={writing.faults.body}
            disabled={writing.offered !== undefined}
            onText={(text) => writing.change({ body: text })}
            onPicture={pictures.choose}
            onFiles={pictures.add}
            onTooLong={(length) => toast(adminToasts.textTooLong(length))}
            onScrolled={scrollAlong}
          />
        </div>
        {(isWide || view === 'preview') && (
          <div className="flex min-h-[max(22rem,60dvh)] min-w-0 flex-col lg:min-h-0">
            <Preview text={shown} frame={frame} />
          </div>
        )}
      </div>
      <TextCounts length={body.length} {...reading} fault={writing.faults.body} />
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

/** Pictures on their way into the text: one dialog after the other, and then all of them at once. */
function usePictures(area: RefObject<HTMLTextAreaElement | null>) {
  const [waiting, setWaiting] = useState<File[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const markdown = useRef<string[]>([]);
  const done = () => {
    // The dialog goes at once and, a task later, gives the focus back: only then can anything be typed.
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

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(WIDE).matches,
  );
}
