// The bell of administration: the jobs that run, counted on it, and those of before; followed and canceled by every admin of the
// organization, on every page, also after they were away. A super admin sees those of all.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Bell, ListChecks } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type BulkJob, isActiveJob, isOfCourse, UPKEEP_KINDS } from '#sync/contract/bulk-job.ts';
import { byId, call } from '../../api/client.ts';
import { refresh, refreshRepeatedly } from '../../api/query-client.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, RoundButton } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { momentWords } from '../../ui/labels.ts';
import { Popover } from '../../ui/popover.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { changedBy, jobsPath } from './bulk-jobs.tsx';
import { ALL_JOBS, JobDialog, JobTitle, jobsOf, type Place, progressWords } from './job-outcome.tsx';

const POLL_MS = 1000;

function useJobs(place: Place) {
  const here = useApiQuery(jobsOf, byId(place ?? ''), place !== null);
  const all = useApiQuery(ALL_JOBS, undefined, place === null);
  return place === null ? all : here;
}

export function JobsBell({ place }: { place: Place }) {
  const { data, error, refetch } = useJobs(place);
  const [read, setRead] = useState<BulkJob>();
  const all = data?.jobs ?? [];
  const jobs = all.filter((job) => !isUpkeep(job) && !isDoneForOne(job));
  const active = jobs.filter(isActiveJob);
  const isWaiting = all.some(isActiveJob);
  const ended =
    data &&
    all
      .filter((job) => !isActiveJob(job))
      .map(({ id }) => id)
      .join();
  const known = useRef<string>(undefined);
  useEffect(() => {
    // What a job has changed is fetched again once it has ended, which may be before it was seen to run.
    if (known.current !== undefined && ended !== known.current) void refresh(changedBy(place));
    known.current = ended;
  }, [ended, place]);
  useEffect(() => {
    if (!isWaiting) return;
    return refreshRepeatedly([jobsPath(place)], POLL_MS);
  }, [isWaiting, place]);
  const others = jobs.filter((job) => !isActiveJob(job));
  const running = active.length > 0 ? plural(active.length, { one: '# job running', other: '# jobs running' }) : '';
  return (
    <>
      <Popover
        title={t`Jobs`}
        className="-end-13 w-[min(28rem,100vw-1rem)] lg:end-0"
        trigger={
          <RoundButton icon={Bell} aria-label={running ? t`Jobs, ${active.length} running` : t`Jobs`} title={t`Jobs`} />
        }
      >
        {(close) => (
          <div className="max-h-[calc(100dvh-6rem)] overflow-y-auto py-2">
            <h2 className="px-4 py-2 font-semibold text-lg">
              <Trans>Jobs</Trans>
            </h2>
            {error && !data && <ApiErrorView title={t`Failed to fetch the jobs`} {...{ error, refetch }} />}
            {data && jobs.length === 0 && (
              <p className="px-4 pb-3 text-ink-soft text-sm">
                <Trans>What is done to many people is told here.</Trans>
              </p>
            )}
            {[active, others].map(
              (some) =>
                some.length > 0 && (
                  <section
                    key={some === active ? 'running' : 'ended'}
                    aria-label={some === active ? t`Running` : t`Ended`}
                  >
                    <h3 className="px-4 pt-2 font-semibold text-ink-soft text-xs">
                      {some === active ? t`Running` : t`Ended`}
                    </h3>
                    <ul>
                      {some.map((job) => (
                        <Job
                          key={job.id}
                          {...{ job, place, close }}
                          onRead={() => {
                            close();
                            setRead(job);
                          }}
                        />
                      ))}
                    </ul>
                  </section>
                ),
            )}
          </div>
        )}
      </Popover>
      {active.length > 0 && (
        <span
          aria-hidden
          className="pointer-events-none relative -top-3 -ms-7 inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 font-semibold text-accent-ink text-xs tabular-nums"
        >
          {active.length}
        </span>
      )}
      <p className="sr-only" role="status">
        {running}
      </p>
      {read && (
        <JobDialog
          job={jobs.find(({ id }) => id === read.id) ?? read}
          organizationId={place}
          onClose={() => setRead(undefined)}
        />
      )}
    </>
  );
}

const ENDED = { done: t`Done`, canceled: t`Canceled`, failed: t`Stopped` } as const;

type JobProps = { job: BulkJob; place: Place; close: () => void; onRead: () => void };

function Job({ job, place, close, onRead }: JobProps) {
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: () =>
      place === null
        ? call(ALL_JOBS[':jobId'].cancel.$post({ param: { jobId: job.id } }))
        : call(jobsOf[':jobId'].cancel.$post({ param: { id: place, jobId: job.id } })),
    successToast: ({ message }) => ({ title: t`Canceled`, description: message }),
    errorToast: { title: t`Not canceled`, sentence: t`Please try again.` },
    invalidates: [jobsPath(place)],
  });
  const cancel = () =>
    void confirm({
      title: t`Cancel “${job.title}”?`,
      text: t`What is done already stays. The rest is left as it is.`,
      action: t`Cancel the job`,
      running: t`Canceling...`,
      run: () => run(),
    });
  const { state, total, handled } = job;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <span className="min-w-0 grow basis-56">
        <span className="block font-medium">
          <JobTitle job={job} onLeave={close} />
        </span>
        <span className="block text-ink-soft text-sm">
          {progressWords(job)}
          {job.createdBy && t`, started by ${job.createdBy}`}
          {job.finishedAt && `, ${momentWords(job.finishedAt)}`}
        </span>
        {job.error && <span className="block text-danger-text text-sm">{job.error}</span>}
      </span>
      {isActiveJob(job) ? (
        <span className="flex w-40 items-center gap-2 max-sm:w-full">
          <ProgressBar
            percent={total === 0 ? 0 : Math.floor((100 * handled) / total)}
            label={t`Progress of ${job.title}`}
          />
        </span>
      ) : (
        <Badge tone={state === 'done' ? 'complete' : state === 'failed' ? 'danger' : 'neutral'}>
          {ENDED[state as keyof typeof ENDED]}
        </Badge>
      )}
      {!isOfCourse(job.kind) && (
        <Button variant="quiet" icon={ListChecks} onClick={onRead} aria-label={t`What happened: ${job.title}`}>
          <Trans>What happened</Trans>
        </Button>
      )}
      {isActiveJob(job) && !isOfCourse(job.kind) && (
        <Button variant="quiet" onClick={cancel} aria-label={t`Cancel ${job.title}`}>
          <Trans>Cancel</Trans>
        </Button>
      )}
    </li>
  );
}

/** What has changed one person was said at once. */
const isDoneForOne = ({ kind, total, changed }: BulkJob) => total === 1 && changed === 1 && !isOfCourse(kind);

/** It has changed the lists as other jobs do, and no one asked for it by name. */
const isUpkeep = ({ kind }: BulkJob) => UPKEEP_KINDS.some((one) => one === kind);
