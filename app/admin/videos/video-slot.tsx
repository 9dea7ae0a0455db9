// The place of one lesson's video, in every state it can be in: none, chosen, on its way, failed, there (U8, U10).
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useToast } from '../../ui/toast.tsx';
import { type FileFault, faultOfFile } from './chosen-file.ts';
import { ChosenVideo } from './chosen-video.tsx';
import { FailedUpload } from './failed-upload.tsx';
import { NoVideo } from './no-video.tsx';
import type { Playability } from './playability.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { UploadWish } from './upload-queue.ts';
import { uploads, useUpload } from './uploads.ts';

type VideoSlotProps = Pick<UploadWish, 'courseId' | 'way' | 'page'> & {
  lesson: { id: number; title: string };
  /** The video that is there; null without one. It gets what another choice is made with. */
  kept: ((choose: (file: File) => void) => ReactNode) | null;
  /** Says that a file may not be sent; a toast unless given. */
  onFault?: (fault: FileFault | undefined) => void;
};

export function VideoSlot({ lesson, courseId, way, page, kept, onFault }: VideoSlotProps) {
  const upload = useUpload(lesson.id);
  const toast = useToast();
  const [chosen, setChosen] = useState<File>();
  const [isOver, setOver] = useState(false);
  const root = useRef<HTMLFieldSetElement>(null);

  /** What was pressed is about to go; the focus stays near. */
  const keepFocus = () => root.current?.focus({ preventScroll: true });
  const choose = (file: File) => {
    const fault = faultOfFile(file, way);
    if (onFault) onFault(fault);
    else if (fault) toast({ ...fault, variant: 'destructive' });
    if (fault) return;
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
