// The captions of a video: loaded from a file or typed, and validated before they are saved.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LeftOut, readCaptions } from '#sync/contract/captions.ts';
import { decodeText } from '#sync/contract/text-file.ts';
import { CAPTIONS_LIMIT_BYTES } from '#sync/contract/video.ts';
import { byId, call } from '../../api/client.ts';
import { requestMediaToken } from '../../api/media-token.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/form/field.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLeaveDialog } from '../../ui/unsaved.ts';
import { pathsOfLesson } from '../outline/lesson-place.ts';

type CaptionsDialogProps = {
  lesson: { id: number; title: string; captionsUrl: string | null };
  courseId: number;
  onClose: () => void;
};

const TOO_LARGE = 'Captions must be smaller than 1MB';
const NO_TEXT = 'This file holds no text. Choose captions that are saved as WebVTT (.vtt) or SubRip (.srt).';
const GUESSED =
  'This file is not UTF-8 and was read as Western European text. If letters look wrong, save it as UTF-8 and choose it again.';
const EXAMPLE = 'WEBVTT\n\n00:00.000 --> 00:04.000\nWelcome to this lesson.';

/** The captions that the server has; nothing is asked while there are none. */
export const useCaptions = (captionsUrl: string | null) =>
  useQuery({
    queryKey: [`captions of ${captionsUrl}`],
    enabled: captionsUrl !== null,
    queryFn: () => fetchCaptions(captionsUrl ?? ''),
  });

export function CaptionsDialog({ lesson, courseId, onClose }: CaptionsDialogProps) {
  const { captionsUrl } = lesson;
  const kept = useCaptions(captionsUrl);
  const before = kept.data ?? '';
  const [typed, setTyped] = useState<string>();
  const isReady = captionsUrl === null || kept.isSuccess || kept.isError;
  return (
    <Dialog
      open
      isUnsaved={typed !== undefined && typed !== before}
      onOpenChange={onClose}
      title={`Captions of "${lesson.title}"`}
      description="WebVTT or SubRip, up to 1 MB. Learners read them over the video and beside it."
    >
      {kept.isError && (
        <p role="alert" className="text-danger-text text-sm">
          The present captions could not be loaded. Saving replaces them.
        </p>
      )}
      {isReady ? (
        <CaptionsForm text={typed ?? before} onText={setTyped} {...{ lesson, courseId, onClose }} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Dialog>
  );
}

const inWords = ({ line, reason }: LeftOut) => `Line ${line}: ${reason}`;

type CaptionsFormProps = CaptionsDialogProps & { text: string; onText: (text: string) => void };

function CaptionsForm({ lesson, courseId, text, onText, onClose }: CaptionsFormProps) {
  const [error, setError] = useState<string>();
  const [note, setNote] = useState<string>();
  /** What these captions would lose, once their author was told. */
  const [told, setTold] = useState<{ text: string; leftOut: LeftOut[] }>();
  const leftOut = told?.text === text ? told.leftOut : [];
  const confirm = useConfirm();
  const { leave } = useLeaveDialog();
  const { run, isRunning, failure, reset } = useApiMutation({
    send: (captions: string | null) =>
      call(server.admin.lessons[':id'].captions.$put({ ...byId(lesson.id), json: { captions } })),
    successToast: (_, captions) =>
      captions === null
        ? { title: 'Captions removed', description: 'The video has no captions now.' }
        : { title: 'Captions saved', description: 'Learners see them the next time they open the lesson.' },
    errorToast: { title: 'Captions not saved', sentence: 'The captions could not be saved.' },
    fields: ['captions'],
    invalidates: pathsOfLesson(courseId),
    onSuccess: onClose,
  });

  const start = (next?: string) => {
    setError(undefined);
    setNote(undefined);
    reset();
    if (next !== undefined) onText(next);
  };
  /** Says what is wrong when none of the captions can be shown, and else what has to be left out. True when nothing is. */
  const check = (captions: string): boolean => {
    const found = readCaptions(captions);
    const [first = { line: 1, reason: '' }] = found.leftOut;
    const isLost = found.webVtt === undefined;
    setError(isLost ? inWords(first) : undefined);
    setTold({ text: captions, leftOut: isLost ? [] : found.leftOut });
    return !isLost && found.leftOut.length === 0;
  };
  const take = async (file: File) => {
    start();
    if (!/\.(vtt|srt)$/i.test(file.name)) return setError('Please select a .vtt or .srt file');
    if (file.size > CAPTIONS_LIMIT_BYTES) return setError(TOO_LARGE);
    const found = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (!found) return setError(NO_TEXT);
    onText(found.text);
    if (found.isGuessed) setNote(GUESSED);
    check(found.text);
  };
  const save = async () => {
    if (new Blob([text]).size > CAPTIONS_LIMIT_BYTES) return setError(TOO_LARGE);
    // Nothing is left out before its author has seen what.
    if (leftOut.length > 0 || check(text)) await run(text);
  };
  const remove = () =>
    confirm({
      title: 'Remove the captions?',
      text: 'People who cannot hear the video will have nothing to read. This action cannot be undone.',
      action: 'Remove captions',
      running: 'Removing...',
      run: () => run(null),
    });
  return (
    <>
      <FilePicker
        label={`Captions file for ${lesson.title}`}
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        onChoose={(file) => void take(file)}
      >
        Choose a .vtt or .srt file
      </FilePicker>
      <TextArea
        label="Captions"
        rows={12}
        spellCheck={false}
        placeholder={EXAMPLE}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        value={text}
        hint={note}
        error={error ?? fieldErrorOf(failure, 'captions')}
        onChange={({ target }) => start(target.value)}
      />
      {leftOut.length > 0 && <LeftOutNote leftOut={leftOut} />}
      <DialogActions>
        {lesson.captionsUrl && (
          <Button
            variant="quiet"
            className="text-danger-text hover:bg-danger-soft max-sm:order-last max-sm:w-full sm:me-auto"
            disabled={isRunning}
            onClick={remove}
          >
            Remove captions
          </Button>
        )}
        <Button variant="secondary" onClick={() => leave(onClose)}>
          Cancel
        </Button>
        <Button disabled={isRunning || text.trim() === ''} onClick={() => void save()}>
          {isRunning ? 'Saving...' : leftOut.length > 0 ? 'Save without them' : 'Save captions'}
        </Button>
      </DialogActions>
    </>
  );
}

const MOST_SHOWN = 5;

function LeftOutNote({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <div role="alert" className="rounded-md bg-danger-soft p-3 text-danger-text text-sm">
      <p>
        {leftOut.length === 1 ? 'One caption cannot be shown' : `${leftOut.length} captions cannot be shown`}. Correct
        the lines below, or save without them.
      </p>
      <ul className="list-disc ps-5">
        {leftOut.slice(0, MOST_SHOWN).map((each) => (
          <li key={each.line}>{inWords(each)}</li>
        ))}
      </ul>
      {leftOut.length > MOST_SHOWN && <p>And {leftOut.length - MOST_SHOWN} more.</p>}
    </div>
  );
}

/** The asset in a stable address such as `/media/{assetId}`. */
const assetOf = (address: string) => /^\/media\/([^/?]+)/.exec(address)?.[1] ?? '';

/** An address below /media/ with a token, valid for an hour; drafts need one. */
export async function withToken(address: string): Promise<string> {
  const ticket = await requestMediaToken(assetOf(address));
  if (!ticket) return address;
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(ticket)}`;
}

/** The captions from the server, bypassing all caches. Rejects when they cannot be loaded. */
async function fetchCaptions(address: string): Promise<string> {
  const answer = await fetch(await withToken(address), { cache: 'reload' });
  if (!answer.ok) throw new Error(`The captions were answered with ${answer.status}.`);
  return answer.text();
}
