// 'Your Group' without a network: how it was when its lead last looked at it here, with that time.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type CrewMember, readCrew } from '#sync/store/kept-crew.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useBackOnline } from '../../device/connection.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { DueMark } from '../../learn/due-mark.tsx';
import { paths } from '../../paths.ts';
import { NeedsNetwork } from '../../shell/needs-network.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { momentWords } from '../../ui/labels.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { ProgressRing } from '../../ui/progress.tsx';
import { useNavigate, useSearchParams } from '../../ui/router.ts';

/** What is due first comes first. */
const byDue = (a: CrewMember, b: CrewMember) =>
  (a.dueOn ?? '9').localeCompare(b.dueOn ?? '9') || a.name.localeCompare(b.name);

const firstKept = (count: number) => plural(count, { other: 'The first # are kept on this device.' });

export function KeptCrew() {
  usePageTitle(t`Your Group`);
  const { replica } = useEngine();
  const mayLead = useActiveUser().profile?.leads_group === true;
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [chosen, choose] = useState(params.get('of') ?? '');
  const crew = useLiveQuery(async () => (await readCrew(replica)) ?? null, [replica]);
  useBackOnline(() => navigate(paths.groups(chosen ? { of: chosen } : {}), { replace: true }));
  if (crew === undefined) return null;
  const group = crew?.groups.find(({ id }) => id === chosen) ?? crew?.groups[0];
  // Whoever leads nothing by now, as this device has heard, sees nothing of it.
  if (!crew || !group || !mayLead) return <NeedsNetwork />;
  const { name, people, members } = group;
  const seenAt = momentWords(crew.at);
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-2 pb-8 md:pt-4">
      <div>
        <h1 dir="auto" className="font-bold text-2xl">
          {name}
        </h1>
        <p className="text-ink-soft">
          {plural(people, { one: `# person, as of ${seenAt}`, other: `# people, as of ${seenAt}` })}
          {members.length < people && `. ${firstKept(members.length)}`}
        </p>
      </div>
      {crew.groups.length > 1 && (
        <Choice
          label={t`Group`}
          value={group.id}
          options={crew.groups.map(({ id, name }) => [id, name] as const)}
          onChange={choose}
        />
      )}
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-low">
        {members.toSorted(byDue).map((member) => (
          <Member key={member.id} {...member} />
        ))}
      </ul>
      <p className="text-ink-soft text-sm">
        <Trans>Reminding people needs a connection.</Trans>
      </p>
    </div>
  );
}

function Member({ name, percent, dueOn, dueIn, lastActivityAt }: CrewMember) {
  return (
    <li className="flex min-h-19 items-center gap-3 p-3 ps-4">
      <ProgressRing percent={percent ?? 0} />
      <div className="min-w-0 grow">
        <p dir="auto" className="font-semibold">
          {name}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
          {percent === null
            ? t`No courses yet`
            : lastActivityAt
              ? t`Active ${momentWords(lastActivityAt)}`
              : t`Not started`}
        </p>
        {dueOn && (
          <p className="flex flex-wrap items-center gap-x-2 text-sm">
            <DueMark course={{ dueOn }} />
            <span dir="auto" className="text-ink-soft">
              {dueIn}
            </span>
          </p>
        )}
      </div>
    </li>
  );
}
