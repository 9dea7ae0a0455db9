import { FileArchive } from 'lucide-react';
import { useRef, useState } from 'react';
import { call, withFile } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { sentenceOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { paths } from '../../paths.ts';
import { useHeldPage } from '../../shell/use-held-page.ts';
import { Button } from '../../ui/button.tsx';
import { sizeLabel } from '../../ui/course-labels.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { useNavigate } from '../../ui/router.ts';

/** Makes a draft of the zip file of a course, and opens it. */
export function ImportCourseDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<File>();
  /** A course that is there, with what its author should know of its files. */
  const [noted, setNoted] = useState<{ id: number; notes: readonly string[] }>();
  const underWay = useRef<AbortController>(undefined);
  const { run, isRunning, failure } = useApiMutation({
    send: (file: File) => {
      const { init } = withFile(file);
      underWay.current = new AbortController();
      return call(server.admin.courses.import.$post({}, { init: { ...init, signal: underWay.current.signal } }));
    },
    successToast: ({ course }) => ({ title: 'Course imported', description: `${course.title} is a draft.` }),
  });
  useHeldPage(isRunning);
  const close = () => {
    underWay.current?.abort();
    onClose();
  };
  const open = (id: number) => void navigate(paths.adminCourse(id));
  const send = async (file: File) => {
    setChosen(file);
    setNoted(undefined);
    const made = await run(file);
    if (!made) return;
    if (made.notes.length > 0) setNoted({ id: made.course.id, notes: made.notes });
    else open(made.course.id);
  };
  const problems = failure ? sentenceOf(failure, 'The course could not be imported.').split('\n') : [];
  return (
    <Dialog
      open
      // Escape would end a transfer of hours.
      onOpenChange={() => !isRunning && close()}
      title="Import Course"
      description="From a zip file that 'Export' on a course's page has made. It becomes a new draft that learners do not see."
    >
      <FilePicker
        icon={FileArchive}
        label="Zip file of a course"
        accept=".zip,application/zip"
        disabled={isRunning}
        onChoose={(file) => void send(file)}
      >
        {isRunning ? 'Importing...' : failure ? 'Choose another file' : 'Choose a zip file'}
      </FilePicker>
      <p role="status" className="wrap-anywhere text-ink-soft empty:hidden">
        {isRunning && chosen && `${chosen.name} (${sizeLabel(chosen.size)}) is on its way. Leave this page open.`}
      </p>
      {!isRunning && problems.length > 0 && (
        <div role="alert" className="flex flex-col gap-2 rounded-md bg-danger-soft p-3 text-danger-text">
          <p className="wrap-anywhere font-medium">Nothing was imported from {chosen?.name}.</p>
          <ul className="wrap-anywhere flex flex-col gap-1">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {!isRunning && noted && (
        <div role="alert" className="flex flex-col gap-2 rounded-md bg-sunken p-3">
          <p className="font-medium">The course was imported. Please check:</p>
          <ul className="wrap-anywhere flex flex-col gap-1">
            {noted.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={close}>
          {isRunning ? 'Cancel' : 'Close'}
        </Button>
        {!isRunning && noted && <Button onClick={() => open(noted.id)}>Open the course</Button>}
      </DialogActions>
    </Dialog>
  );
}
