// /admin/videos, the Video Upload Manager (R-U10): the video lessons of module 4, one small upload each.

import { useState } from 'react';
import type { LessonUploadStatus } from '#sync/contract/video.ts';
import { server } from '../../api/session.ts';
import { sentenceOf } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sizeLabel } from '../../ui/course-labels.ts';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { gated } from '../lists/admin-gate.tsx';
import { useConverts } from '../outline/use-converts.ts';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { type FileError, videoAccept } from './chosen-file.ts';
import { SetupButton, StorageHelp, useSetupStorage } from './storage.tsx';
import { VideoSlot } from './video-slot.tsx';

/** The course that the specification names for this page (R-U10). */
const COURSE_ID = 4;

function StatusRow({ lesson }: { lesson: LessonUploadStatus }) {
  const { id, title, orderIndex, hasVideo } = lesson;
  const [error, setError] = useState<FileError>();
  const converts = useConverts();
  return (
    <li className="flex flex-col gap-3 border-line p-4 not-first:border-t">
      <div className="flex items-start gap-3">
        <span className="w-6 shrink-0 text-end text-ink-soft tabular-nums">{orderIndex}</span>
        <h2 className="min-w-0 grow font-medium">{title}</h2>
        {hasVideo ? <Badge tone="complete">Uploaded</Badge> : <Badge>Pending</Badge>}
      </div>
      {error && (
        <p role="alert" className="text-danger-text text-sm">
          {error.title}: {error.description}
        </p>
      )}
      <VideoSlot
        lesson={{ id, title }}
        courseId={COURSE_ID}
        limit="small"
        page={paths.adminVideos()}
        onFileError={setError}
        kept={
          hasVideo
            ? (choose) => (
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p className="text-ink-soft text-sm">Video uploaded.</p>
                  <FilePicker label={`New video file for ${title}`} accept={videoAccept(converts)} onChoose={choose}>
                    Replace
                  </FilePicker>
                </div>
              )
            : null
        }
      />
    </li>
  );
}

export const VideosPage = gated('any', function Manager({ isSuperAdmin }) {
  const setup = useSetupStorage();
  return (
    <AdminFrame
      title="Video Upload Manager"
      description="The video lessons of module 4. A video may have up to 50 MB here; larger ones are sent from the course itself."
      actions={isSuperAdmin && <SetupButton setup={setup} />}
    >
      {setup.failure && <StorageHelp message={sentenceOf(setup.failure, '')} setup={setup} />}
      <Usage />
      <StatusList />
    </AdminFrame>
  );
});

/** How much of their room the organizations use. Screens without an answer do without. */
function Usage() {
  const { data } = useApiQuery(server.admin['media-usage']);
  const used = data?.organizations.filter(({ usedBytes }) => usedBytes > 0 || data.organizations.length === 1) ?? [];
  if (!data || used.length === 0) return null;
  const { quotaBytes } = data;
  return (
    <section aria-label="Media storage" className="rounded-lg border border-line bg-surface p-4 shadow-low">
      <h2 className="font-semibold">Media storage</h2>
      <ul className="mt-2 flex flex-col gap-3">
        {used.map(({ id, name, usedBytes }) => (
          <li key={id} className="flex flex-col gap-1">
            <div className="flex flex-wrap justify-between gap-x-4">
              <bdi className="min-w-0 break-words">{name}</bdi>
              <span className="text-ink-soft text-sm tabular-nums">
                {sizeLabel(usedBytes)} {quotaBytes === null ? 'used' : `of ${sizeLabel(quotaBytes)} used`}
              </span>
            </div>
            {quotaBytes !== null && (
              <ProgressBar percent={Math.min(99, (100 * usedBytes) / quotaBytes)} label={`Media storage of ${name}`} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function StatusList() {
  const { data, error, refetch } = useApiQuery(server.admin['lessons-upload-status']);
  if (error) {
    const sentence = error.kind === 'failed' ? error.sentence : undefined;
    return (
      <>
        <ApiErrorView title="Failed to fetch lessons status" error={error} refetch={refetch} />
        {sentence && <StorageHelp message={sentence} />}
      </>
    );
  }
  if (!data) return <Skeletons label="Loading the lessons" heights={['h-38', 'h-38', 'h-38', 'h-38']} />;
  const lessons = data.lessons.filter(({ isVideoLesson }) => isVideoLesson);
  if (lessons.length === 0) {
    return (
      <EmptyState title="No video lessons here" action={<Button to={paths.adminCourses()}>Courses</Button>}>
        Module 4 of the field training has no video lesson that you may edit. The videos of your own courses are
        uploaded in the courses.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="-mb-3 text-ink-soft text-sm tabular-nums">
        {lessons.filter(({ hasVideo }) => hasVideo).length} of {lessons.length} uploaded
      </p>
      <Card>
        <ol aria-label="Video lessons">
          {lessons.map((lesson) => (
            <StatusRow key={lesson.id} lesson={lesson} />
          ))}
        </ol>
      </Card>
    </>
  );
}
