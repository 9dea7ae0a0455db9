import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { type BulkAct, type BulkJob, isActiveJob, type Matching, type NewBulkJob } from '#sync/contract/bulk-job.ts';
import { COUNT_LIMIT } from '#sync/contract/fields.ts';
import type { UserRow } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { DUE_FIELD_NAMES } from '../forms/due-fields.tsx';
import { MAIL_FACTS } from '../forms/mail-status.tsx';
import { groupLists, PERSON_PAGES } from '../forms/use-organizations.ts';
import { nameOf } from '../lists/people.ts';
import { ALL_JOBS, JobDialog, jobsOf, type Place, progressWords, WhyLeftOut } from './job-outcome.tsx';

export const jobsPath = (place: Place) => (place === null ? pathOf(ALL_JOBS) : pathOf(jobsOf, byId(place)));
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
  const peopleIn = (count: number) => plural(count, { one: '# person', other: '# people' });
  const [first] = people;
  if (!matching)
    return { who: people.length === 1 && first ? nameOf(first) : peopleIn(people.length), count: people.length };
  const everyone =
    except.length > 0
      ? plural(except.length, {
          one: 'everyone who matches except # person',
          other: 'everyone who matches except # people',
        })
      : t`everyone who matches`;
  if (typeof data?.total !== 'number') return { who: everyone, count: null };
  if (data.total > COUNT_LIMIT) {
    const who = plural(COUNT_LIMIT, {
      one: `${everyone} (more than # person)`,
      other: `${everyone} (more than # people)`,
    });
    return { who, count: COUNT_LIMIT };
  }
  const count = data.total - except.length;
  return { who: plural(count, { one: `${everyone} (# person)`, other: `${everyone} (# people)` }), count };
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
  { done = t`Done`, failed = NOT_STARTED, only, hasOutcome = false }: ActWords = {},
) {
  return useApiMutation({
    send: (wanted: NewBulkJob) => call(jobsOf.$post({ ...byId(organizationId), json: wanted })),
    successToast: ({ job }, { ids = [] }) => {
      if (isActiveJob(job)) return { title: t`Started`, description: t`${job.title}. Follow it under the bell.` };
      if (job.changed === 0 && hasOutcome) return undefined;
      return {
        title: job.changed > 0 ? endOf(job, done) : t`Nothing changed`,
        description: toldOf(job, only ?? progressWords(job), ids.length - job.total),
      };
    },
    errorToast: failed,
    fields: DUE_FIELD_NAMES,
    // A super admin follows it among all jobs, but on the pages of an organization.
    invalidates: [jobsPath(organizationId), jobsPath(null), ...changedBy(organizationId)],
  });
}

function toldOf({ title }: BulkJob, outcome: string, gone: number): string {
  if (gone <= 0) return t`${title}: ${outcome}.`;
  return plural(gone, {
    one: `${title}: ${outcome}, # no longer here.`,
    other: `${title}: ${outcome}, # no longer here.`,
  });
}

/** Reminders are done once they have left, and to sample people none leave. */
function endOf({ kind, mails }: BulkJob, done: string): string {
  if (kind !== 'remind' || !mails || mails.sent > 0) return done;
  return mails.waiting > 0 ? t`Waiting to be sent` : t`Nothing sent`;
}

const NOT_STARTED = { title: t`Not started`, sentence: t`Nothing was changed. Please try again.` };

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
export const changedBy = (place: Place) =>
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
