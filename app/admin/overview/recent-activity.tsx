// What has happened on an overview since its admin was there last; each line leads to its people.
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { use, useEffect, useId, useState } from 'react';
import type { ActivityLine } from '#sync/contract/analytics.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { agoWords, momentWords } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NotRead } from '../../ui/state-view.tsx';
import { TableMemory } from '../../ui/table/table-memory.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { PersonLink } from '../lists/person-link.tsx';

const DAY_MS = 86_400_000;
const PERIODS = [
  ['', t`Since your last visit`],
  ['7', t`Last 7 days`],
  ['30', t`Last 30 days`],
] as const;
const PERIODS_AT_FIRST = [['', t`Last 7 days`], PERIODS[2]] as const;
/** Who opens the overview again within this time is still on the same visit. */
const VISIT_MS = 3_600_000;
const FIRST_LINES = 6;

type RecentActivityProps = {
  /** Everyone's without one. */
  organizationId?: string;
  /** One of the organization's groups. */
  group?: string | undefined;
  isSuperAdmin: boolean;
};

export function RecentActivity({ organizationId, group, isSuperAdmin }: RecentActivityProps) {
  const id = useId();
  const visit = useVisit(organizationId);
  const address = useTableAddress('activity');
  const [isWhole, setIsWhole] = useState(false);
  const [opened] = useState(() => Date.now());
  const period = address.filter('since', PERIODS);
  const since = period ? new Date(opened - Number(period) * DAY_MS).toISOString() : visit.since;
  const query = { since, ...(organizationId && { organizationId }), ...(group && { group }) };
  const { data, error, refetch } = useApiQuery(server.admin.activity, { query });
  // What was never shown was not seen.
  useEffect(() => (data ? visit.note() : undefined), [data, visit.note]);
  const lines = isWhole ? data?.lines : data?.lines.slice(0, FIRST_LINES);
  return (
    <Card>
      <section aria-labelledby={id}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
          <h2 id={id} className="font-semibold text-lg">
            <Trans>Activity</Trans>
          </h2>
          {data && (
            <p className="text-ink-soft text-sm">
              <Trans>From {momentWords(data.since)}</Trans>
            </p>
          )}
          <div className="sm:ms-auto sm:w-56 print:hidden">
            <Choice
              isLabelHidden
              label={t`Period of the activity`}
              value={period}
              options={visit.isFirst ? PERIODS_AT_FIRST : PERIODS}
              onChange={(chosen) => address.change({ since: chosen })}
            />
          </div>
        </div>
        {error && (
          <NotRead refetch={refetch}>
            <Trans>This could not be read just now.</Trans>
          </NotRead>
        )}
        {!data && !error && <Skeleton className="mx-5 mb-5 h-28" />}
        {data?.lines.length === 0 && (
          <p className="px-5 pb-4 text-ink-soft">
            <Trans>Nothing has happened in this time.</Trans>
          </p>
        )}
        <ul data-list>
          {lines?.map((line) => (
            <li key={`${line.kind} ${line.id}`} className="relative border-line border-t hover:bg-canvas">
              <Line line={line} all={listOf(line, { organizationId, group, isSuperAdmin })} />
            </li>
          ))}
        </ul>
        {data && lines?.length === data.lines.length && !data.isAll && (
          <p className="border-line border-t px-5 py-3 text-ink-soft text-sm">
            <Trans>What happened before is not listed.</Trans>
          </p>
        )}
        {data && lines && data.lines.length > lines.length && (
          <div className="border-line border-t px-3 py-1 print:hidden">
            <Button variant="quiet" onClick={() => setIsWhole(true)}>
              <Plural value={data.lines.length - lines.length} one="Show # more" other="Show # more" />
            </Button>
          </div>
        )}
      </section>
    </Card>
  );
}

/**
 * When the visit before this one was (ISO 8601), seven days ago at the first, and what notes that there is this one. Kept on this
 * device for its person and each overview.
 */
function useVisit(organizationId = 'all') {
  const memory = use(TableMemory);
  const [visit] = useState(() => {
    const key = `visits ${organizationId}`;
    const now = Date.now();
    const [before = 0, seen = 0] = (memory.read(key)?.split(' ') ?? []).map(Number);
    const last = seen > 0 && now - seen > VISIT_MS ? seen : before;
    const since = new Date(last || now - 7 * DAY_MS).toISOString();
    return { since, isFirst: last === 0, note: () => memory.write(key, `${last} ${now}`) };
  });
  return visit;
}

const ROW = 'flex min-h-touch items-center gap-3 px-5 py-1';
const NAME = 'flex min-h-touch items-center rounded-sm underline-offset-4 hover:underline';

/** `all` is the list in which everybody is found. */
function Line({ line, all }: { line: ActivityLine; all: string }) {
  const [first] = line.people;
  const place = line.kind === 'account' ? line.title : line.course;
  const note = [place, agoWords(line.at)].filter(Boolean).join(' · ');
  const sentence = (
    <span className="min-w-0 flex-1 lg:grid lg:grid-cols-[2fr_1fr] lg:items-baseline lg:gap-4">
      <span className="block font-medium">{sentenceOf(line)}</span>
      <span className="block text-ink-soft text-sm">{note}</span>
    </span>
  );
  if (line.count === 1 && first) {
    return (
      <PersonLink id={first.id} className={`${ROW} after:absolute after:inset-0`}>
        {sentence}
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
      </PersonLink>
    );
  }
  const others = line.count - line.people.length;
  return (
    <details className="group">
      <summary className={`${ROW} cursor-pointer list-none`}>
        {sentence}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft group-open:rotate-180" />
      </summary>
      <ul className="flex flex-wrap gap-x-5 px-5 pb-2">
        {line.people.map((person) => (
          <li key={person.id}>
            <PersonLink id={person.id} className={NAME}>
              <bdi>{person.name}</bdi>
            </PersonLink>
          </li>
        ))}
        {others > 0 && (
          <li className="flex min-h-touch items-center text-ink-soft">
            <Plural value={others} one="and # other" other="and # others" />
          </li>
        )}
        <li className="print:hidden">
          <Link
            to={all}
            aria-label={t`See all: ${sentenceOf(line)}`}
            className={`${NAME} font-semibold text-accent-text`}
          >
            <Trans>See all</Trans>
          </Link>
        </li>
      </ul>
    </details>
  );
}

/** The people of the course, or those of the organization, the latest accounts or who learned last first. */
function listOf({ kind, id, courseId }: ActivityLine, { organizationId, group, isSuperAdmin }: RecentActivityProps) {
  if (kind === 'account' || kind === 'joined') {
    const query = { group, sort: kind === 'joined' ? ('-activity' as const) : undefined };
    return isSuperAdmin ? paths.adminOrganization(String(id), query) : paths.adminPeople(query);
  }
  return paths.adminCourse(courseId ?? Number(id), {
    tab: 'people',
    'learner-state': kind === 'course' ? 'completed' : undefined,
    'learner-organizationId': isSuperAdmin ? organizationId : undefined,
    'learner-group': group,
  });
}

/** 'Lena and 3 others completed Scan a room'. */
function sentenceOf({ kind, title, count, people }: ActivityLine): string {
  const person = people[0]?.name ?? t`A person`;
  const others = count - 1;
  switch (kind) {
    case 'account':
      if (others === 0) return t`${person} created an account`;
      return plural(others, {
        one: `${person} and # other created accounts`,
        other: `${person} and # others created accounts`,
      });
    case 'joined':
      if (others === 0) return t`${person} joined ${title}`;
      return plural(others, {
        one: `${person} and # other joined ${title}`,
        other: `${person} and # others joined ${title}`,
      });
    case 'failed':
      if (others === 0) return t`${person} tried ${title} and hasn't passed yet`;
      return plural(others, {
        one: `${person} and # other tried ${title} and haven't passed yet`,
        other: `${person} and # others tried ${title} and haven't passed yet`,
      });
    case 'course':
      if (others === 0) return t`${person} completed the course ${title}`;
      return plural(others, {
        one: `${person} and # other completed the course ${title}`,
        other: `${person} and # others completed the course ${title}`,
      });
    case 'lesson':
      if (others === 0) return t`${person} completed ${title}`;
      return plural(others, {
        one: `${person} and # other completed ${title}`,
        other: `${person} and # others completed ${title}`,
      });
  }
}
