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
  type NewBulkJob,
  UPKEEP_KINDS,
} from '#sync/contract/bulk-job.ts';
import { COUNT_LIMIT } from '#sync/contract/fields.ts';
import type { UserRow } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { refresh, refreshRepeatedly } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { counted, momentWords } from '../../ui/labels.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { TableMemory } from '../../ui/table/table-memory.ts';
import { DUE_FIELD_NAMES } from '../forms/due-fields.tsx';
import { MAIL_FACTS } from '../forms/mail-status.tsx';
import { groupLists, PERSON_PAGES } from '../forms/use-organizations.ts';
import { nameOf } from '../lists/people.ts';
import { ALL_JOBS, JobDialog, JobTitle, jobsOf, type Place, progressWords, WhyLeftOut } from './job-outcome.tsx';

export const jobsPath = (place: Place) => (place === null ? pathOf(ALL_JOBS) : pathOf(jobsOf, byId(place)));
const POLL_MS = 1000;
const putAwayIn = (place: Place) => `job put away in ${place ?? 'the installation'}`;

function useJobs(place: Place) {
  const here = useApiQuery(jobsOf, byId(place ?? ''), place !== null);
  const all = useApiQuery(ALL_JOBS, undefined, place === null);
  return place === null ? all : here;
}

type Person = Pick<UserRow, 'id' | 'email' | 'full_name'>;

/** Whom an act of a list is about: the chosen people, or all who match what it is narrowed by. */
export type Whom<P extends Person = Person> = { people: readonly P[]; matching?: Matching | undefined };

/** In words, 'Mia', '3 people' or 'everyone who matches (301 people)', and how many; null until those who match are counted. */
export function useWho(organizationId: string, { people, matching }: Whom): { who: string; count: number | null } {
  const { except = [], ...query } = matching ?? {};
  const { data } = useApiQuery(
    server.enterprise.admin.organizations[':id'].users,
    { ...byId(organizationId), query: { ...query, limit: '1' } },
    matching !== undefined && organizationId !== '',
  );
  const peopleIn = (count: number) => counted(count, 'person', 'people');
  const [first] = people;
  if (!matching)
    return { who: people.length === 1 && first ? nameOf(first) : peopleIn(people.length), count: people.length };
  const everyone = `everyone who matches${except.length > 0 ? ` except ${peopleIn(except.length)}` : ''}`;
  if (typeof data?.total !== 'number') return { who: everyone, count: null };
  if (data.total > COUNT_LIMIT) return { who: `${everyone} (more than ${peopleIn(COUNT_LIMIT)})`, count: COUNT_LIMIT };
  const count = data.total - except.length;
  return { who: `${everyone} (${peopleIn(count)})`, count };
}

type ActWords = {
  /** The title of the toast once it is done. */
  done?: string;
  failed?: { title: string; sentence: string };
  /** The name of the one person it is about. */
  only?: string | undefined;
  /** A dialog says of whom nothing was changed. */
  hasOutcome?: boolean;
};

/** Starts a job; `failure` says what is wrong with it, and then nothing was begun. */
export function useStartJob(
  organizationId: string,
  { done = 'Done', failed = NOT_STARTED, only, hasOutcome = false }: ActWords = {},
) {
  return useApiMutation({
    send: (wanted: NewBulkJob) => call(jobsOf.$post({ ...byId(organizationId), json: wanted })),
    successToast: ({ job }, { ids = [] }) => {
      if (isActiveJob(job)) return { title: 'Started', description: `${job.title}. Follow it at the top of the page.` };
      const gone = ids.length > job.total ? `, ${ids.length - job.total} no longer here` : '';
      if (job.changed === 0 && hasOutcome) return undefined;
      return {
        title: job.changed > 0 ? endOf(job, done) : 'Nothing changed',
        description: `${job.title}: ${only ?? progressWords(job)}${gone}.`,
      };
    },
    errorToast: failed,
    fields: DUE_FIELD_NAMES,
    // Whoever has started it at the end of a long list would see nothing of it.
    onSuccess: ({ job }) => isActiveJob(job) && window.scrollTo(0, 0),
    // A super admin follows it among all jobs, but on the pages of an organization.
    invalidates: [jobsPath(organizationId), jobsPath(null), ...changedBy(organizationId)],
  });
}

/** Reminders are done once they have left, and to sample people none leave. */
function endOf({ kind, mails }: BulkJob, done: string): string {
  if (kind !== 'remind' || !mails || mails.sent > 0) return done;
  return mails.waiting > 0 ? 'Waiting to be sent' : 'Nothing sent';
}

const NOT_STARTED = { title: 'Not started', sentence: 'Nothing was changed. Please try again.' };

export type ActProps<P extends Person = Person> = Whom<P> & {
  organization: { id: string; name: string };
  onClose: () => void;
  /** After a success. */
  onDone: () => void;
};

/**
 * An act of a list, as its dialog needs it. `run` resolves with true once the dialog may close; where some were left out, `outcome` is to be
 * shown in its place.
 */
export function useAct(
  {
    organization,
    people,
    matching,
    onClose,
    onDone,
  }: Omit<ActProps, 'organization'> & { organization: { id: string } },
  words?: ActWords,
) {
  const [ended, setEnded] = useState<BulkJob>();
  const { who, count } = useWho(organization.id, { people, matching });
  const only = people.length === 1 && !matching ? who : undefined;
  const { run: start, isRunning, failure } = useStartJob(organization.id, { ...words, only, hasOutcome: true });
  const run = async (act: BulkAct): Promise<boolean> => {
    const whom = matching ? { matching } : { ids: people.map(({ id }) => id) };
    const answer = await start({ act, ...whom });
    if (!answer) return false;
    onDone();
    const isAll = isActiveJob(answer.job) || answer.job.changed === answer.job.total;
    if (isAll) onClose();
    else setEnded(answer.job);
    return isAll;
  };
  const OutcomeDialog = only ? WhyLeftOut : JobDialog;
  const outcome = ended && <OutcomeDialog job={ended} organizationId={organization.id} onClose={onClose} />;
  return { who, count, run, isRunning, failure, outcome };
}

/** The lists that a job may have changed. */
const changedBy = (place: Place) =>
  place === null
    ? ['/admin', '/enterprise']
    : [
        MAIL_FACTS,
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
  const jobs = all.filter((job) => !isUpkeep(job) && !isDoneForOne(job));
  const active = jobs.filter(isActiveJob);
  const isRunning = active.length > 0;
  const isWaiting = all.some((job) => isActiveJob(job) || isMailing(job));
  const ended =
    data &&
    all
      .filter((job) => !isActiveJob(job))
      .map(({ id, mails }) => `${id} ${mails?.waiting}`)
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

/** Its emails are leaving, which takes a moment; where they cannot, nothing is worth waiting for. */
const MAILING_MS = 60_000;
const isMailing = ({ finishedAt, mails }: BulkJob) =>
  finishedAt !== null && Date.now() - Date.parse(finishedAt) < MAILING_MS && (mails?.waiting ?? 0) > 0;

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

/** What has changed one person was said at once. */
const isDoneForOne = ({ kind, total, changed }: BulkJob) => total === 1 && changed === 1 && !isOfCourse(kind);

/** It has changed the lists as other jobs do, and no one asked for it by name. */
const isUpkeep = ({ kind }: BulkJob) => UPKEEP_KINDS.some((one) => one === kind);
