import { useState } from 'react';
import { MemberList, UserList } from '#sync/contract/organization.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTypedSearch } from '../../ui/use-typed-search.ts';
import type { Admin } from '../admin-gate.tsx';
import { useAsk } from '../ask.ts';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import type { Learner } from './learner-columns.tsx';

export type Candidate = { id: string; name: string; email: string };

type PeopleChoiceProps = {
  admin: Admin;
  learners: readonly Learner[];
  chosen: ReadonlyMap<string, Candidate>;
  onChange: (chosen: ReadonlyMap<string, Candidate>) => void;
};

const SHOWN = 20;

/** Where one looks: super admins among all, org admins among their own. */
function useCandidates({ isSuperAdmin, organization }: Admin, search: string) {
  const people = isSuperAdmin ? '/api/admin/users' : `/api/enterprise/admin/organizations/${organization?.id}/users`;
  const path = `${people}?limit=${SHOWN}&search=${encodeURIComponent(search)}`;
  const { data, trouble, again } = useAsk<UserPage>(path, isSuperAdmin ? UserList : MemberList);
  const found = data?.users.map(({ id, email, full_name }): Candidate => ({ id, email, name: full_name || email }));
  return { found, hasMore: data?.nextCursor != null, trouble, again };
}

type UserPage = {
  users: readonly { id: string; email: string; full_name: string | null }[];
  nextCursor: string | null;
};

/** People by name or address, with a box for each who is not enrolled by hand yet; who is chosen stays so over searches. */
export function PeopleChoice({ admin, learners, chosen, onChange }: PeopleChoiceProps) {
  const [search, setSearch] = useState('');
  const [text, setText] = useTypedSearch(search, setSearch);
  const { found, hasMore, trouble, again } = useCandidates(admin, search.trim());
  const enrolled = new Set(learners.filter(({ isAssigned }) => isAssigned).map(({ userId }) => userId));
  const toggle = (person: Candidate, isOn: boolean) => {
    const next = new Map(chosen);
    if (isOn) next.set(person.id, person);
    else next.delete(person.id);
    onChange(next);
  };
  return (
    <>
      <SearchField label="Search people" value={text} onChange={setText} look="raised" />
      <div className="min-h-60">
        {trouble ? (
          <TroubleView title={adminTexts.failedUsers} trouble={trouble} again={again} />
        ) : !found ? (
          <Skeleton className="h-60" />
        ) : found.length === 0 ? (
          <p className="py-4 text-ink-soft">Nobody was found.</p>
        ) : (
          <ul aria-label="People">
            {found.map((person) => (
              <Row
                key={person.id}
                person={person}
                isEnrolled={enrolled.has(person.id)}
                isChosen={chosen.has(person.id)}
                onChange={(isOn) => toggle(person, isOn)}
              />
            ))}
          </ul>
        )}
        {hasMore && <p className="pt-2 text-ink-soft text-sm">More people are there: search for a name or an email.</p>}
      </div>
    </>
  );
}

type RowProps = { person: Candidate; isEnrolled: boolean; isChosen: boolean; onChange: (isOn: boolean) => void };

function Row({ person, isEnrolled, isChosen, onChange }: RowProps) {
  return (
    <li className="border-line not-first:border-t">
      <label className="flex min-h-action items-center gap-3 py-2">
        <input
          type="checkbox"
          checked={isChosen || isEnrolled}
          disabled={isEnrolled}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 shrink-0 accent-accent"
        />
        <span className="min-w-0 grow">
          <span className="block font-medium">{person.name}</span>
          <span className="block text-ink-soft text-sm">{person.email}</span>
        </span>
        {isEnrolled && <span className="shrink-0 text-ink-soft text-sm">Already enrolled</span>}
      </label>
    </li>
  );
}
