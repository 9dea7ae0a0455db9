// Acts on many people or invitations that run in the background: started from a list, followed and canceled at the top of each
// page, by every admin of the organization, also after they were away.
import { ListChecks } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import {
  type BulkAct,
  type BulkJob,
  isActiveJob,
  isOfCourse,
  type Matching,
  UPKEEP_KINDS,
} from '#sync/contract/bulk-job.ts';
import { COUNT_LIMIT } from '#sync/contract/fields.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { refresh, refreshRepeatedly } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, useConfirm } from '../../ui/confirm.tsx';
import { counted, momentWords } from '../../ui/labels.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { TableMemory } from '../../ui/table/table-memory.ts';
import { DUE_FIELD_NAMES } from './due-fields.tsx';
import { ALL_JOBS, JobDialog, JobTitle, jobsOf, type Place, progressWords } from './job-outcome.tsx';
import { groupLists, PERSON_PAGES } from './use-organizations.ts';

export const jobsPath = (place: Place) => (place === null ? pathOf(ALL_JOBS) : pathOf(jobsOf, byId(place)));
const POLL_MS = 1000;
const putAwayIn = (place: Place) => `job put away in ${place ?? 'the installation'}`;

function useJobs(place: Place) {
  const here = useApiQuery(jobsOf, byId(place ?? ''), place !== null);
  const all = useApiQuery(ALL_JOBS, undefined, place === null);
  return place === null ? all : here;
}

/** Whom an act is about: rows by their ids, or all that match what the list is narrowed by. */
export type Whom = { ids: string[] } | { matching: Matching };

const NO_ONE: Matching = {};

function useTotal(organizationId: string, matching: Matching | undefined): number | null | undefined {
  const { except: _, ...by } = matching ?? NO_ONE;
  const { data } = useApiQuery(
    server.enterprise.admin.organizations[':id'].users,
    { ...byId(organizationId), query: { ...by, limit: '1' } },
    matching !== undefined && organizationId !== '',
  );
  return data?.total;
}

/** How many match, without those who were unticked, and of very many how many were counted; null until then. */
export function useAllCount(organizationId: string, matching: Matching | undefined): number | null {
  const total = useTotal(organizationId, matching);
  if (typeof total !== 'number') return null;
  return total > COUNT_LIMIT ? COUNT_LIMIT : total - (matching?.except?.length ?? 0);
}

/** 'everyone who matches (301 people)', without those who were unticked; the number once they are counted. */
export function useAllWords(organizationId: string, matching: Matching | undefined): string {
  const { except = [] } = matching ?? NO_ONE;
  const total = useTotal(organizationId, matching);
  const people = (count: number) => counted(count, 'person', 'people');
  const size =
    typeof total !== 'number'
      ? ''
      : total > COUNT_LIMIT
        ? ` (more than ${people(COUNT_LIMIT)})`
        : ` (${people(total - except.length)})`;
  return `everyone who matches${except.length > 0 ? ` except ${people(except.length)}` : ''}${size}`;
}

/** Starts a job; `failure` says what is wrong with it, and then nothing was begun. */
export function useStartJob(organizationId: string) {
  return useApiMutation({
    send: (wanted: { act: BulkAct } & Whom) => call(jobsOf.$post({ ...byId(organizationId), json: wanted })),
    successToast: ({ job }) =>
      isActiveJob(job)
        ? { title: 'Started', description: `${job.title}. Follow it at the top of the page.` }
        : { title: 'Done', description: `${job.title}: ${progressWords(job)}.` },
    errorToast: { title: 'Not started', sentence: 'Nothing was changed. Please try again.' },
    fields: DUE_FIELD_NAMES,
    // Whoever has started it at the end of a long list would see nothing of it.
    onSuccess: () => window.scrollTo(0, 0),
    // A super admin follows it among all jobs, but on the pages of an organization.
    invalidates: [jobsPath(organizationId), jobsPath(null)],
  });
}

type JobConfirmProps = {
  organization: { id: string };
  act: BulkAct;
  matching: Matching;
  title: string;
  text: string;
  action: string;
  affected?: number | null;
  onClose: () => void;
  /** Once it was started. */
  onDone: () => void;
};

/** Asks before a job is started. */
export function JobConfirm({ organization, act, matching, onDone, ...question }: JobConfirmProps) {
  const { run } = useStartJob(organization.id);
  return (
    <ConfirmDialog
      {...question}
      running="Starting..."
      run={async () => {
        const isStarted = (await run({ act, matching })) !== undefined;
        if (isStarted) onDone();
        return isStarted;
      }}
    />
  );
}

/** The lists that a job may have changed. */
const changedBy = (place: Place) =>
  place === null
    ? ['/admin', '/enterprise']
    : [
        ...groupLists(place),
        pathOf(server.enterprise.admin.organizations[':id'].invitations, byId(place)),
        pathOf(server.admin.courses),
        pathOf(server.admin.attention),
        PERSON_PAGES,
      ];

/** How long an end is told on the pages that have no list of jobs. */
const NEWS_MS = 86_400_000;
const isNews = ({ finishedAt }: BulkJob) => finishedAt !== null && Date.now() - Date.parse(finishedAt) < NEWS_MS;

/**
 * The jobs that run, and the end of the last one until it was seen enough of; nothing while there are none. `isBrief`: without the
 * earlier ones, on pages whose lists have none.
 */
export function BulkJobs({ organizationId, isBrief = false }: { organizationId: Place; isBrief?: boolean }) {
  const { data } = useJobs(organizationId);
  const [readId, setReadId] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const memory = use(TableMemory);
  /** The latest job whose end this person has seen enough of. */
  const [putAway, setPutAway] = useState(() => memory.read(putAwayIn(organizationId)));
  const all = data?.jobs ?? [];
  const jobs = all.filter((job) => !isUpkeep(job));
  const active = jobs.filter(isActiveJob);
  const isRunning = active.length > 0;
  const isWaiting = all.some(isActiveJob);
  const ended =
    data &&
    all
      .filter((job) => !isActiveJob(job))
      .map(({ id }) => id)
      .join();
  const known = useRef<string>(undefined);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // What a job has changed is fetched again once it has ended, which may be before it was seen to run.
    if (known.current !== undefined && ended !== known.current) void refresh(changedBy(organizationId));
    known.current = ended;
  }, [ended, organizationId]);
  useEffect(() => {
    if (!isWaiting) return;
    return refreshRepeatedly([jobsPath(organizationId)], POLL_MS);
  }, [isWaiting, organizationId]);
  const read = jobs.find(({ id }) => id === readId);
  const [latest] = jobs;
  if (!latest) return null;
  const unread = latest.id === putAway || (isBrief && !isNews(latest)) ? [] : [latest];
  const shown = isOpen ? jobs : active.length > 0 ? active : unread;
  if (isBrief && shown.length === 0) return null;
  const show = (all: boolean) => {
    setOpen(all);
    // The button that was pressed goes away.
    place.current?.focus();
  };
  const putLatestAway = () => {
    memory.write(putAwayIn(organizationId), latest.id);
    setPutAway(latest.id);
    show(false);
  };
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label="Jobs"
      className={`outline-none print:hidden ${shown.length > 0 ? 'rounded-lg border border-line bg-surface sm:flex sm:items-center sm:pr-2' : '-my-4'}`}
    >
      <p className="sr-only" role="status">
        {isRunning ? `${counted(active.length, 'job')} running` : 'No job running'}
      </p>
      <ul className="min-w-0 grow divide-y divide-line">
        {shown.map((job) => (
          <Job key={job.id} job={job} organizationId={organizationId} onRead={() => setReadId(job.id)} />
        ))}
      </ul>
      {!isBrief && jobs.length > shown.length && (
        <Button variant="quiet" className="shrink-0" onClick={() => show(true)}>
          Show earlier jobs
        </Button>
      )}
      {!isRunning && shown.length > 0 && (
        <Button variant="quiet" className="shrink-0" onClick={putLatestAway}>
          Hide
        </Button>
      )}
      {read && <JobDialog job={read} organizationId={organizationId} onClose={() => setReadId(undefined)} />}
    </section>
  );
}

const ENDED = { done: 'Done', canceled: 'Canceled', failed: 'Stopped' } as const;

function Job({ job, organizationId, onRead }: { job: BulkJob; organizationId: Place; onRead: () => void }) {
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: () =>
      organizationId === null
        ? call(ALL_JOBS[':jobId'].cancel.$post({ param: { jobId: job.id } }))
        : call(jobsOf[':jobId'].cancel.$post({ param: { id: organizationId, jobId: job.id } })),
    successToast: ({ message }) => ({ title: 'Canceled', description: message }),
    errorToast: { title: 'Not canceled', sentence: 'Please try again.' },
    invalidates: [jobsPath(organizationId)],
  });
  const cancel = () =>
    void confirm({
      title: `Cancel “${job.title}”?`,
      text: 'What is done already stays. The rest is left as it is.',
      action: 'Cancel the job',
      running: 'Canceling...',
      run: () => run(),
    });
  const { state, total, handled } = job;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <span className="min-w-0 grow sm:basis-60">
        <span className="block font-medium">
          <JobTitle job={job} />
        </span>
        <span className="block text-ink-soft text-sm">
          {progressWords(job)}
          {job.createdBy && `, started by ${job.createdBy}`}
          {job.finishedAt && `, ${momentWords(job.finishedAt)}`}
        </span>
        {job.error && <span className="block text-danger-text text-sm">{job.error}</span>}
      </span>
      {isActiveJob(job) ? (
        <span className="flex w-40 items-center gap-2 max-sm:w-full">
          <ProgressBar
            percent={total === 0 ? 0 : Math.floor((100 * handled) / total)}
            label={`Progress of ${job.title}`}
          />
        </span>
      ) : (
        <Badge tone={state === 'done' ? 'complete' : state === 'failed' ? 'danger' : 'neutral'}>
          {ENDED[state as keyof typeof ENDED]}
        </Badge>
      )}
      {!isOfCourse(job.kind) && (
        <Button variant="quiet" icon={ListChecks} onClick={onRead} aria-label={`What happened: ${job.title}`}>
          What happened
        </Button>
      )}
      {isActiveJob(job) && !isOfCourse(job.kind) && (
        <Button variant="quiet" onClick={cancel} aria-label={`Cancel ${job.title}`}>
          Cancel
        </Button>
      )}
    </li>
  );
}

/** It has changed the lists as other jobs do, and no one asked for it by name. */
const isUpkeep = ({ kind }: BulkJob) => UPKEEP_KINDS.some((one) => one === kind);
