// Finding people by name or email address inside a dialog: super admins search all people, org admins their own.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { GroupMembership } from '#sync/contract/group.ts';
import type { UserRow } from '#sync/contract/organization.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { SearchField, useTypedSearch } from '../../ui/form/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { adminTexts } from '../forms/messages.ts';
import type { Admin } from './admin-gate.tsx';

export type FoundPerson = Pick<UserRow, 'id' | 'email' | 'full_name'> & {
  /** Where the list is that of one organization. */
  groups?: readonly GroupMembership[];
};

/** What is typed and who is found, at most twenty; `start` is searched for at first. */
export function usePeopleSearch({ isSuperAdmin, organization }: Admin, start = '') {
  const [search, setSearch] = useState(start);
  const [text, setText] = useTypedSearch(search, setSearch);
  const query = { limit: '20', search: search.trim() };
  const everyone = useApiQuery(server.admin.users, { query }, isSuperAdmin);
  const members = useApiQuery(
    server.enterprise.admin.organizations[':id'].users,
    { ...byId(organization?.id ?? ''), query },
    !isSuperAdmin,
  );
  const { data, error, refetch } = isSuperAdmin ? everyone : members;
  const people: readonly FoundPerson[] | undefined = data?.users;
  return { text, setText, people, hasMore: data?.nextCursor != null, error, refetch };
}

type PeopleSearchProps = ReturnType<typeof usePeopleSearch> & {
  /** Said when no one is found. */
  none: string;
  /** What stands in the row of a person. */
  row: (person: FoundPerson) => ReactNode;
};

export function PeopleSearch({ text, setText, people, hasMore, error, refetch, none, row }: PeopleSearchProps) {
  return (
    <>
      <SearchField label={t`Search people`} value={text} onChange={setText} look="raised" />
      <div className="min-h-60">
        {error ? (
          <ApiErrorView title={adminTexts.failedUsers} error={error} refetch={refetch} />
        ) : !people ? (
          <Skeleton className="h-60" />
        ) : people.length === 0 ? (
          <p className="py-4 text-ink-soft">{none}</p>
        ) : (
          <ul aria-label={t`People`}>
            {people.map((person) => (
              <li key={person.id} className="border-line not-first:border-t">
                {row(person)}
              </li>
            ))}
          </ul>
        )}
        {hasMore && (
          <p className="pt-2 text-ink-soft text-sm">
            <Trans>More people are there: search for a name or an email.</Trans>
          </p>
        )}
      </div>
    </>
  );
}
