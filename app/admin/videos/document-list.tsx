// The documents of one lesson for its author: the list, a chosen file with its title, and its upload.

import { AudioLines, FileText, Pencil, Trash2, Upload as UploadIcon } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import {
  checkDocument,
  DOCUMENT_TITLE_LIMIT,
  DocumentChange,
  type LessonDocument,
  MOST_DOCUMENTS,
} from '#sync/contract/document.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrors, useApiMutation } from '../../api/use-api-mutation.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { sizeLabel } from '../../ui/course-labels.ts';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { useForm } from '../forms/use-form.ts';
import { pathsOfLesson } from '../outline/lesson-place.ts';
import { playabilityWarning } from './playability.ts';
import { documentsOf } from './upload-queue.ts';
import { uploads, useUpload } from './uploads.ts';
import { PlayabilityNote, UploadState } from './video-slot.tsx';

const ACCEPT = 'application/pdf,audio/mpeg,audio/mp4,audio/ogg,audio/wav,.pdf,.mp3,.m4a,.ogg,.wav';

type DocumentListProps = { lesson: AdminLesson; courseId: number; page: string };

export function DocumentList({ lesson, courseId, page }: DocumentListProps) {
  const heading = useId();
  const documents = lesson.documents ?? [];
  const slot = documentsOf(lesson.id);
  const upload = useUpload(slot);
  const [chosen, setChosen] = useState<File>();
  const [fault, setFault] = useState<string>();
  const choose = async (file: File) => {
    uploads.cancel(slot);
    const found = await checkDocument({ name: file.name, size: file.size, read: readerOf(file) }).catch(() => ({
      fault: `${file.name} could not be read.`,
    }));
    setFault('fault' in found ? found.fault : undefined);
    setChosen('fault' in found ? undefined : file);
  };
  const send = (file: File, documentTitle: string) => {
    setChosen(undefined);
    const playability = Promise.resolve({});
    const { id: lessonId, title } = lesson;
    uploads.start({ lessonId, courseId, title, documentTitle, file, page, playability });
  };
  const picker = (words: string) => (
    <FilePicker
      icon={UploadIcon}
      label={`Document for ${lesson.title}`}
      accept={ACCEPT}
      onChoose={(file) => void choose(file)}
    >
      {words}
    </FilePicker>
  );
  const isFree = !chosen && !upload && documents.length < MOST_DOCUMENTS;
  return (
    <section aria-labelledby={heading} className="mt-3 flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 text-sm">
          <span id={heading} className="block font-medium">
            Documents
          </span>
          <span className="text-ink-soft">
            {documents.length < MOST_DOCUMENTS
              ? 'PDF, MP3, M4A, OGG or WAV, up to 100 MB each'
              : `A lesson can have ${MOST_DOCUMENTS} documents. Delete one to add another.`}
          </span>
        </p>
        {isFree && picker('Add Document')}
      </div>
      {documents.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {documents.map((document) => (
            <DocumentRow key={document.assetId} {...{ document, lesson, courseId }} />
          ))}
        </ul>
      )}
      <p role="alert" className="text-danger-text text-sm empty:hidden">
        {fault}
      </p>
      {chosen && <ChosenDocument key={chosen.name} file={chosen} onSend={send} onCancel={() => setChosen(undefined)} />}
      {upload && (
        <UploadState
          slot={slot}
          upload={upload}
          other={picker('Choose another file')}
          onCancel={() => uploads.cancel(slot)}
        />
      )}
    </section>
  );
}

const readerOf = (file: File) => async (start: number, end: number) =>
  new Uint8Array(await file.slice(start, end + 1).arrayBuffer());

/** The field of a document's title, and whether it can be sent. */
function useTitle(start: string, failure?: unknown) {
  const [form, setForm] = useState({ title: start });
  const typed = useForm(form, setForm, failure);
  const title = form.title.trim();
  return {
    title,
    check: () => typed.validate(fieldErrors(DocumentChange, { title })),
    place: typed.place,
    field: { label: 'Title', maxLength: DOCUMENT_TITLE_LIMIT, ...typed.text('title') },
  };
}

type ChosenDocumentProps = { file: File; onSend: (file: File, title: string) => void; onCancel: () => void };

function ChosenDocument({ file, onSend, onCancel }: ChosenDocumentProps) {
  const { title, check, place, field } = useTitle(
    file.name.replace(/\.[a-z0-9]+$/i, '').slice(0, DOCUMENT_TITLE_LIMIT),
  );
  const warning = playabilityWarning({ name: file.name, type: file.type }, undefined);
  return (
    <form
      ref={place}
      noValidate
      className="flex flex-col gap-3 rounded-md border border-line border-dashed p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (check()) onSend(file, title);
      }}
    >
      <Field {...field} hint={`Learners see it in the lesson. ${file.name}, ${sizeLabel(file.size)}`} />
      {warning && <PlayabilityNote>This recording does not play on iPhones and iPads before iOS 18.4.</PlayabilityNote>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Upload Document</Button>
      </div>
    </form>
  );
}

type DocumentRowProps = { document: LessonDocument; lesson: { id: number; title: string }; courseId: number };

function DocumentRow({ document, lesson, courseId }: DocumentRowProps) {
  const { assetId, title, bytes, contentType } = document;
  const [isRenaming, setRenaming] = useState(false);
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: () =>
      call(server.admin.lessons[':id'].documents[':assetId'].$delete({ param: { ...byId(lesson.id).param, assetId } })),
    successToast: ({ message }) => ({ title: message, description: title }),
    errorToast: { title: 'Delete Failed', sentence: 'The document is still there.' },
    invalidates: pathsOfLesson(courseId),
  });
  const ask = () =>
    confirm({
      title: `Delete "${title}"?`,
      text: `The document is removed from "${lesson.title}", also on the devices that keep it. This action cannot be undone.`,
      action: 'Delete Document',
      running: 'Deleting...',
      run,
    });
  const isPdf = contentType === 'application/pdf';
  const Icon = isPdf ? FileText : AudioLines;
  return (
    <li className="flex items-center gap-3 py-1 pe-1 ps-3 text-sm">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 grow">
        <span className="font-medium">{title}</span>{' '}
        <span className="text-ink-soft">
          {isPdf ? 'PDF' : 'Audio'} · {sizeLabel(bytes)}
        </span>
      </span>
      <span className="flex shrink-0">
        <IconButton icon={Pencil} aria-label={`Rename ${title}`} title="Rename" onClick={() => setRenaming(true)} />
        <IconButton icon={Trash2} aria-label={`Delete ${title}`} title="Delete" onClick={ask} />
      </span>
      {isRenaming && <RenameDialog {...{ document, lesson, courseId }} onClose={() => setRenaming(false)} />}
    </li>
  );
}

function RenameDialog({ document, lesson, courseId, onClose }: DocumentRowProps & { onClose: () => void }) {
  const { assetId } = document;
  const { run, isRunning, failure } = useApiMutation({
    send: (json: { title: string }) =>
      call(
        server.admin.lessons[':id'].documents[':assetId'].$put({ param: { ...byId(lesson.id).param, assetId }, json }),
      ),
    successToast: ({ message }, { title }) => ({ title: message, description: title }),
    errorToast: { title: 'Rename Failed', sentence: 'The document keeps its title.' },
    fields: ['title'],
    invalidates: pathsOfLesson(courseId),
  });
  const { title, check, place, field } = useTitle(document.title, failure);
  const save = async () => {
    if (check() && (title === document.title || (await run({ title })) !== undefined)) onClose();
  };
  return (
    <FormDialog
      ref={place}
      title="Rename document"
      onSubmit={save}
      onClose={onClose}
      verb="Rename"
      running="Renaming..."
      isRunning={isRunning}
    >
      <Field {...field} hint="Learners see it in the lesson." />
    </FormDialog>
  );
}
