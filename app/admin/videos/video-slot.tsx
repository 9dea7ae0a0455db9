// The place of one lesson's video, in every state it can be in: none, chosen, on its way, failed, there (U8, U10).

import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type FileError, fileErrorOf, typeOfVideo, VIDEO_ACCEPT } from './chosen-file.ts';
import { type Playability, playabilityWarning, tryToPlay } from './playability.ts';
import { PlayabilityNote } from './playability-note.tsx';
import { StorageHelp, tellsOfStorage } from './storage.tsx';
import { megabytes } from './transfer-messages.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { Stage, UploadRequest } from './upload-queue.ts';
import { uploads, useUpload } from './uploads.ts';

type ChosenVideoProps = {
  file: File;
  /** There is one already. */
  replaces: boolean;
  onSend: (file: File, playability: Promise<Playability>) => void;
  onCancel: () => void;
};

/** A file before it is sent: its size, and a warning when it will not play everywhere. It may be sent all the same. */
function ChosenVideo({ file, replaces, onSend, onCancel }: ChosenVideoProps) {
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
      <div role="status">{warning && <PlayabilityNote>{warning}</PlayabilityNote>}</div>
    </div>
  );
}

type FailedUploadProps = {
  stage: Extract<Stage, { is: 'failed' }>;
  /** The lesson's. */
  title: string;
  again: () => void;
  onChoose: (file: File) => void;
  dismiss: () => void;
};

/** Why a video did not arrive, and what can be done about it. */
function FailedUpload({ stage, title, again, onChoose, dismiss }: FailedUploadProps) {
  const { sentence, detail, refusesFile } = stage;
  const storage = [sentence, detail ?? ''].find(tellsOfStorage);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="alert" className="min-w-0 text-sm">
          <span className="block font-medium text-danger-text">Upload Failed</span>
          <span className="block">{sentence}</span>
          {detail && <span className="block text-ink-soft">{detail}</span>}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={dismiss}>
            Dismiss
          </Button>
          {refusesFile ? (
            <FilePicker label={`Another video file for ${title}`} accept={VIDEO_ACCEPT} onChoose={onChoose}>
              Choose another file
            </FilePicker>
          ) : (
            <Button variant="secondary" onClick={again}>
              Try again
            </Button>
          )}
        </div>
      </div>
      {storage && <StorageHelp message={storage} />}
    </div>
  );
}

type NoVideoProps = { title: string; way: UploadRequest['way']; onChoose: (file: File) => void };

/** Where there is no video yet: what may be chosen, and the button for it. */
function NoVideo({ title, way, onChoose }: NoVideoProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 text-sm">
        <span className="block font-medium">No video yet</span>
        <span className="text-ink-soft">
          MP4, WebM, OGG, MOV or AVI, up to {way === 'small' ? '50 MB' : '2 GB'}
          <span className="max-md:hidden">, or dropped here</span>
        </span>
      </p>
      <FilePicker label={`Video file for ${title}`} accept={VIDEO_ACCEPT} onChoose={onChoose}>
        <Upload aria-hidden className="size-5" />
        Choose Video
      </FilePicker>
    </div>
  );
}

type VideoSlotProps = Pick<UploadRequest, 'courseId' | 'way' | 'page'> & {
  lesson: { id: number; title: string };
  /** The video that is there; null without one. It gets what another choice is made with. */
  kept: ((choose: (file: File) => void) => ReactNode) | null;
  /** Says that a file may not be sent; a toast unless given. */
  onFileError?: (error: FileError | undefined) => void;
};

export function VideoSlot({ lesson, courseId, way, page, kept, onFileError }: VideoSlotProps) {
  const upload = useUpload(lesson.id);
  const toast = useToast();
  const [chosen, setChosen] = useState<File>();
  const [isOver, setOver] = useState(false);
  const root = useRef<HTMLFieldSetElement>(null);

  /** What was pressed is about to go; the focus stays near. */
  const keepFocus = () => root.current?.focus({ preventScroll: true });
  const choose = (file: File) => {
    const error = fileErrorOf(file, way);
    if (onFileError) onFileError(error);
    else if (error) toast({ ...error, variant: 'destructive' });
    if (error) return;
    keepFocus();
    // One that failed.
    uploads.cancel(lesson.id);
    setChosen(file);
  };
  const send = (file: File, playability: Promise<Playability>) => {
    keepFocus();
    setChosen(undefined);
    uploads.start({ lessonId: lesson.id, courseId, title: lesson.title, file, way, page, playability });
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
    if (upload?.stage.is === 'failed') {
      const again = () => uploads.tryAgain(lesson.id);
      return (
        <FailedUpload stage={upload.stage} title={lesson.title} again={again} onChoose={choose} dismiss={giveUp} />
      );
    }
    if (upload) return <UploadProgress upload={upload} onCancel={giveUp} />;
    if (chosen) return <ChosenVideo file={chosen} replaces={kept !== null} onSend={send} onCancel={giveUp} />;
    return kept ? kept(choose) : <NoVideo title={lesson.title} way={way} onChoose={choose} />;
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
