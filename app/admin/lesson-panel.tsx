import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { CircleCheck, CircleX, ClipboardList, Eye, FileUp, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { lessonKind, needsPassedAttempt } from '#sync/contract/lesson.ts';
import type { AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { byId } from '../api/client.ts';
import { server } from '../api/session.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { paths } from '../paths.ts';
import { ApiErrorView } from '../shell/api-error-view.tsx';
import { Button } from '../ui/button.tsx';
import { KIND_LABELS } from '../ui/labels.ts';
import { Link } from '../ui/router.ts';
import { Skeletons } from '../ui/skeleton.tsx';
import { panelId } from './outline/lesson-place.ts';
import { AttemptsDialog } from './quizzes/attempts-dialog.tsx';
import { ExportMenu } from './quizzes/export-menu.tsx';
import { ImportDialog } from './quizzes/import-dialog.tsx';
import { QuestionDialog } from './quizzes/question-dialog.tsx';
import { QuestionList } from './quizzes/question-list.tsx';
import { QuizPreview } from './quizzes/quiz-preview.tsx';
import { RegradeNotice } from './quizzes/regrade.tsx';
import { DocumentList } from './videos/document-list.tsx';
import { UploadedVideo } from './videos/uploaded-video.tsx';
import { percentSent, useUpload } from './videos/uploads.ts';
import { VideoSlot } from './videos/video-slot.tsx';

function QuizPanel({ lesson, courseId }: { lesson: { id: number; title: string }; courseId: number }) {
  const { data, error, refetch } = useApiQuery(server.admin.lessons[':id'].quiz, byId(lesson.id));
  if (error && !data) return <ApiErrorView title={t`Failed to fetch quiz questions`} {...{ error, refetch }} />;
  if (!data) return <Skeletons label={t`Loading the questions`} heights={['h-12', 'h-40']} />;
  return <Questions lesson={{ ...lesson, courseId }} quiz={data} refetch={refetch} />;
}

type QuizLesson = { id: number; title: string; courseId: number };
type Opened = 'new' | 'import' | 'preview' | 'attempts';

function Questions({ lesson, quiz, refetch }: { lesson: QuizLesson; quiz: AdminQuiz; refetch: () => void }) {
  const heading = useId();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { questions, attempts, people } = quiz;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 border-line border-t pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={heading} className="font-semibold">
          <Trans>
            Quiz Questions <span className="font-normal text-ink-soft">({questions.length})</span>
          </Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          {questions.length > 0 && (
            <Button icon={Eye} variant="secondary" onClick={() => setOpened('preview')}>
              <Trans>Preview as a learner</Trans>
            </Button>
          )}
          <Button icon={FileUp} variant="secondary" onClick={() => setOpened('import')}>
            <Trans>Import</Trans>
          </Button>
          {questions.length > 0 && <ExportMenu title={lesson.title} questions={questions} />}
          {attempts > 0 && (
            <Button icon={ClipboardList} variant="secondary" onClick={() => setOpened('attempts')}>
              <Trans>Past attempts</Trans>
            </Button>
          )}
          <Button icon={Plus} onClick={() => setOpened('new')}>
            <Trans>Add Question</Trans>
          </Button>
        </div>
      </div>
      {people > 0 && (
        <p className="rounded-md bg-accent-soft p-3 text-accent-text">
          <Plural
            value={people}
            one="# person has taken this quiz. Changes apply to new attempts; anyone taking it now may be asked to start over."
            other="# people have taken this quiz. Changes apply to new attempts; anyone taking it now may be asked to start over."
          />
        </p>
      )}
      {attempts > 0 && <RegradeNotice lesson={lesson} />}
      {questions.length === 0 && (
        <p className="text-ink-soft">
          <Trans>No questions yet. Learners cannot pass this lesson before it has a question.</Trans>
        </p>
      )}
      {/* Also without a question: another author may have deleted the one that is being edited. */}
      <QuestionList {...{ lesson, quiz, refetch }} />
      {opened === 'new' && <QuestionDialog {...{ lesson, refetch }} question={undefined} onClose={close} />}
      {opened === 'import' && <ImportDialog lesson={lesson} onClose={close} />}
      {opened === 'preview' && <QuizPreview title={lesson.title} questions={questions} onClose={close} />}
      {opened === 'attempts' && <AttemptsDialog lesson={lesson} onClose={close} />}
    </section>
  );
}

function VideoPanel({ lesson, courseId, page }: { lesson: AdminLesson; courseId: number; page: string }) {
  const isUnderWay = useUpload(lesson.id) !== undefined;
  const hasVideo = lesson.videoUrl !== null;
  return (
    <>
      <VideoSlot
        lesson={lesson}
        courseId={courseId}
        limit="large"
        page={page}
        kept={hasVideo ? (choose) => <UploadedVideo lesson={lesson} courseId={courseId} onReplace={choose} /> : null}
      />
      {!hasVideo && !isUnderWay && <TextInstead lesson={lesson} />}
    </>
  );
}

/** Leads authors of a text lesson, whose panel shows a video, to the writing page. */
function TextInstead({ lesson: { id, courseId, title, body } }: { lesson: AdminLesson }) {
  const isWritten = body.trim() !== '';
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-3 text-ink-soft text-sm">
      {isWritten ? t`This lesson has text. A video would appear above it.` : t`A lesson can be text without a video.`}
      <Link
        to={paths.adminLesson(courseId, id)}
        className="inline-flex min-h-touch items-center font-medium text-accent-text underline"
      >
        {isWritten ? t`Edit the text` : t`Write the text`}
        <span className="sr-only">
          {' '}
          <Trans>of {title}</Trans>
        </span>
      </Link>
    </p>
  );
}

/** 'Video' on the button that opens a lesson's panel, with its state: uploaded, uploading, failed or none. */
function VideoMark({ lesson: { id, videoUrl } }: { lesson: AdminLesson }) {
  const upload = useUpload(id);
  if (upload?.stage.is === 'failed') {
    return (
      <>
        <CircleX aria-hidden className="size-4 text-danger-text" />
        <Trans>
          Video<span className="sr-only"> failed</span>
        </Trans>
      </>
    );
  }
  if (upload)
    return (
      <span className="tabular-nums">
        <Trans>Video {percentSent(upload)}%</Trans>
      </span>
    );
  if (videoUrl === null) return <Trans>Video</Trans>;
  return (
    <>
      <CircleCheck aria-hidden className="size-4 text-complete-text" />
      <Trans>
        Video<span className="sr-only"> uploaded</span>
      </Trans>
    </>
  );
}

/** A title that makes a quiz does so here also while there is a video, which is in its place for learners. */
const asksQuestions = (lesson: AdminLesson) => needsPassedAttempt({ ...lesson, videoUrl: null });
const takesVideo = (lesson: AdminLesson) => !asksQuestions(lesson) && (lesson.kind ?? 'video') === 'video';

export function LessonPanel({ lesson, courseId }: { lesson: AdminLesson; courseId: number }) {
  const page = `${paths.adminCourse(courseId)}#${panelId(lesson.id)}`;
  return (
    <>
      {asksQuestions(lesson) && <QuizPanel lesson={lesson} courseId={courseId} />}
      {takesVideo(lesson) && <VideoPanel lesson={lesson} courseId={courseId} page={page} />}
      <DocumentList lesson={lesson} courseId={courseId} page={page} />
    </>
  );
}

export function LessonPanelTitle({ lesson }: { lesson: AdminLesson }) {
  if (asksQuestions(lesson)) return t`Quiz`;
  return takesVideo(lesson) ? <VideoMark lesson={lesson} /> : KIND_LABELS[lessonKind(lesson)];
}
