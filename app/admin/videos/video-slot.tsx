// The video of one lesson in each of its states: none, chosen, uploading, failed, uploaded (R-U8, R-U10).
import { TriangleAlert, Upload as UploadIcon } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { usePageMark } from '../../ui/page-mark.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useConverts } from '../outline/use-converts.ts';
import { type FileError, fileErrorOf, typeOfVideo, type VideoLimit, videoAccept } from './chosen-file.ts';
import { type Playability, playabilityWarning, tryToPlay } from './playability.ts';
import { isAboutStorage, StorageHelp } from './storage.tsx';
import { formatRate, formatTimeLeft, megabytes } from './transfer-messages.ts';
import type { Slot, Upload, UploadRequest } from './upload-queue.ts';
import { percentSent, uploads, useUpload } from './uploads.ts';

type ChosenVideoProps = {
  file: File;
  converts: boolean;
  /** The lesson already has a video. */
  replaces: boolean;
  onSend: (file: File, playability: Promise<Playability>) => void;
  onCancel: () => void;
};

/** A chosen file: its size, and what becomes of it when it does not play everywhere. It can be uploaded anyway. */
function ChosenVideo({ file, converts, replaces, onSend, onCancel }: ChosenVideoProps) {
  const [trial, setTrial] = useState<Promise<Playability>>();
  const [found, setFound] = useState<Playability>();
  useEffect(() => {
    let current = true;
    const trying = tryToPlay(file);
    setTrial(trying);
    void trying.then((playability) => current && setFound(playability));
    return () => {
      current = false;
    };
  }, [file]);
  const warning = playabilityWarning({ name: file.name, type: typeOfVideo(file) }, found?.isPlayable);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 text-sm">
          <span className="block font-medium">{file.name}</span>
          <span className="text-ink-soft tabular-nums">
            {megabytes(file.size)}
            {replaces && ' · takes the place of the video that is there now'}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={() => trial && onSend(file, trial)}>{replaces ? 'Replace Video' : 'Upload Video'}</Button>
        </div>
      </div>
      <div role="status">
        {warning && !converts && <PlayabilityNote>{warning}</PlayabilityNote>}
        {warning && converts && (
          <p className="text-ink-soft text-sm">After the upload it is converted, so that it plays on every device.</p>
        )}
      </div>
    </div>
  );
}

export function PlayabilityNote({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-sunken p-2.5 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

type UploadStateProps = {
  slot: Slot;
  upload: Upload;
  /** Chooses another file where this one is refused. */
  other: ReactNode;
  onCancel: () => void;
};

/** How far an upload is, or why it failed and what to do about it. */
export function UploadState({ slot, upload, other, onCancel }: UploadStateProps) {
  if (upload.stage.is !== 'failed') return <UploadProgress upload={upload} onCancel={onCancel} />;
  const { sentence, detail, refusesFile } = upload.stage;
  const storage = [sentence, detail ?? ''].find(isAboutStorage);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="alert" className="min-w-0 text-sm">
          <span className="block font-medium text-danger-text">Upload Failed</span>
          <span className="block">{sentence}</span>
          {detail && <span className="block text-ink-soft">{detail}</span>}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={onCancel}>
            Dismiss
          </Button>
          {refusesFile ? (
            other
          ) : (
            <Button variant="secondary" onClick={() => uploads.tryAgain(slot)}>
              Try again
            </Button>
          )}
        </div>
      </div>
      {storage && <StorageHelp message={storage} />}
    </div>
  );
}

type NoVideoProps = { title: string; converts: boolean; limit: VideoLimit; onChoose: (file: File) => void };

function NoVideo({ title, converts, limit, onChoose }: NoVideoProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 text-sm">
        <span className="block font-medium">No video yet</span>
        <span className="text-ink-soft">
          <span className="max-md:hidden">Drop a file or browse. </span>
          {converts ? 'MP4, MOV, MKV or another video' : 'MP4, WebM, OGG, MOV or AVI'}, up to{' '}
          {limit === 'small' ? '50 MB' : '2 GB'}
        </span>
      </p>
      <FilePicker
        icon={UploadIcon}
        label={`Video file for ${title}`}
        accept={videoAccept(converts)}
        onChoose={onChoose}
      >
        Choose Video
      </FilePicker>
    </div>
  );
}

type VideoSlotProps = Pick<UploadRequest, 'courseId' | 'page'> & {
  lesson: { id: number; title: string };
  limit: VideoLimit;
  /** Renders the uploaded video, with a function that replaces it; null without a video. */
  kept: ((choose: (file: File) => void) => ReactNode) | null;
  /** Called when a file is refused; without it a toast is shown. */
  onFileError?: (error: FileError | undefined) => void;
};

export function VideoSlot({ lesson, courseId, limit, page, kept, onFileError }: VideoSlotProps) {
  const upload = useUpload(lesson.id);
  const converts = useConverts();
  const toast = useToast();
  const [chosen, setChosen] = useState<File>();
  const [isOver, setOver] = useState(false);
  const root = useRef<HTMLFieldSetElement>(null);

  /** The pressed button is about to disappear: keeps the focus nearby. */
  const keepFocus = () => root.current?.focus({ preventScroll: true });
  const choose = (file: File) => {
    const error = fileErrorOf(file, limit, converts);
    if (onFileError) onFileError(error);
    else if (error) toast({ ...error, variant: 'destructive' });
    if (error) return;
    keepFocus();
    // Removes a failed upload.
    uploads.cancel(lesson.id);
    setChosen(file);
  };
  const send = (file: File, playability: Promise<Playability>) => {
    keepFocus();
    setChosen(undefined);
    uploads.start({ lessonId: lesson.id, courseId, title: lesson.title, file, page, playability });
  };
  const giveUp = () => {
    keepFocus();
    setChosen(undefined);
    uploads.cancel(lesson.id);
  };

  const takesFile = !upload || upload.stage.is === 'failed';
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && takesFile) choose(file);
  };
  const isFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

  const content = () => {
    if (upload) {
      const other = (
        <FilePicker label={`Another video file for ${lesson.title}`} accept={videoAccept(converts)} onChoose={choose}>
          Choose another file
        </FilePicker>
      );
      return <UploadState slot={lesson.id} upload={upload} other={other} onCancel={giveUp} />;
    }
    if (chosen)
      return <ChosenVideo file={chosen} converts={converts} replaces={kept !== null} onSend={send} onCancel={giveUp} />;
    return kept ? kept(choose) : <NoVideo title={lesson.title} converts={converts} limit={limit} onChoose={choose} />;
  };
  return (
    <fieldset
      ref={root}
      tabIndex={-1}
      id={`video-${lesson.id}`}
      aria-label={`Video of ${lesson.title}`}
      onDragOver={(event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        setOver(takesFile);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => isFile(event) && drop(event)}
      className={`min-w-0 rounded-md border p-3 ${isOver ? 'border-accent bg-accent-soft' : 'border-line border-dashed'}`}
    >
      {content()}
    </fieldset>
  );
}

/** A running upload: its percentage, its rate, the time left, and a button to cancel it. */
function UploadProgress({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { stage, file } = upload;
  const percent = percentSent(upload);
  const mark = usePageMark('upload-progress', stage.is !== 'waiting');
  return (
    <div {...mark} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex min-w-0 grow basis-64 flex-col gap-1.5 text-sm">
        <p className="flex justify-between gap-3">
          <span className="min-w-0 truncate font-medium">{headingOf(upload)}</span>
          <span className="font-semibold tabular-nums">{percent}%</span>
        </p>
        <ProgressBar percent={percent} label={`Uploading ${file.name}`} />
        <p className="text-ink-soft tabular-nums">{detailOf(upload)}</p>
      </div>
      {stage.is !== 'finishing' && (
        <Button variant="secondary" onClick={onCancel}>
          Cancel<span className="sr-only"> the upload of {upload.title}</span>
        </Button>
      )}
    </div>
  );
}

function headingOf({ stage, file }: Upload): string {
  if (stage.is === 'waiting') return `Waiting: ${file.name}`;
  if (stage.is === 'finishing') return `Finishing: ${file.name}`;
  return `Uploading ${file.name}`;
}

function detailOf({ stage, file }: Upload): string {
  const size = megabytes(file.size);
  if (stage.is === 'waiting') return `${size} · begins when the one before it has arrived`;
  if (stage.is === 'finishing') return `${size} · the server looks through it`;
  if (stage.is !== 'sending') return size;
  const { sent, bytesPerSecond } = stage;
  const rate = bytesPerSecond === undefined ? [] : [formatRate(bytesPerSecond)];
  const left = bytesPerSecond === undefined ? undefined : formatTimeLeft(file.size - sent, bytesPerSecond);
  return [`${megabytes(sent)} of ${size}`, ...rate, ...(left ? [left] : [])].join(' · ');
}
