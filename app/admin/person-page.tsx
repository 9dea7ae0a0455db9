// /admin/people/{id}: one person, the courses they are enrolled in with lessons and attempts, and every act on them.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  BellRing,
  Building2,
  Combine,
  Ellipsis,
  GraduationCap,
  IdCard,
  KeyRound,
  ScrollText,
  Shield,
  ShieldOff,
  UserMinus,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hasAddress } from '#sync/contract/email.ts';
import type { PersonDetail } from '#sync/contract/person.ts';
import { isAdmin } from '#sync/contract/profile.ts';
import { server } from '../api/session.ts';
import { type ApiQuery, useApiQuery } from '../api/use-api-query.ts';
import { useActiveUser } from '../device/active-user.tsx';
import { paths } from '../paths.ts';
import { ApiErrorView } from '../shell/api-error-view.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { agoWords } from '../ui/labels.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Link, matchPath, useLocation, useNavigate, useParams } from '../ui/router.ts';
import { Skeletons } from '../ui/skeleton.tsx';
import { useOrganization } from './forms/use-organizations.ts';
import { RemindDialog } from './jobs/remind-dialog.tsx';
import { type Admin, gated } from './lists/admin-gate.tsx';
import { type LeftList, leftList } from './lists/left-list.ts';
import { nameOf, rolesOf } from './lists/people.ts';
import { AssignDialog } from './people/assign-dialog.tsx';
import { groupNames } from './people/group-names.ts';
import { EnrollDialog, RemoveDialog } from './people/member-dialogs.tsx';
import { useChangeRole } from './people/members-tab.tsx';
import { MergeDialog } from './people/merge-dialog.tsx';
import { SignInDialog } from './people/users-page.tsx';
import { PersonLearning } from './person-learning.tsx';
import { AdminFrame } from './shell/admin-frame.tsx';

export const PersonPage = gated('any', (admin) => {
  const { userId = '' } = useParams();
  return <Person key={userId} id={userId} admin={admin} />;
});

function Person({ id, admin }: { id: string; admin: Admin }) {
  const { from } = (useLocation().state ?? {}) as { from?: string };
  const list = leftList(from);
  // The page that one came from, or everyone's list.
  const to = from ?? (admin.isSuperAdmin ? paths.adminUsers() : paths.adminPeople());
  const back = { to, label: list || !from ? t`Back to the list` : t`Back` };
  const query = useApiQuery(server.admin.people[':userId'], { param: { userId: id } });
  return (
    <>
      {list && <KeptList list={list} />}
      <PersonView query={query} back={back} admin={admin} />
    </>
  );
}

type PersonViewProps = {
  query: ApiQuery<PersonDetail>;
  back: { to: string; label: string };
  /** Who may act on the person; a lead only sees and reminds them, as part of the group. */
  admin?: Admin;
  groupId?: string;
  acts?: ReactNode;
};

/** A person and their courses, or why they cannot be shown. */
export function PersonView({ query: { data, error, refetch }, back, admin, groupId, acts }: PersonViewProps) {
  if (error && !data) {
    const action = <Button to={back.to}>{back.label}</Button>;
    return <ApiErrorView level={1} title={t`Failed to fetch the person`} {...{ error, refetch, action }} />;
  }
  if (!data) {
    return (
      <AdminFrame title={t`Person`} back={back}>
        <Skeletons label={t`Loading the person`} heights={['h-20', 'h-96']} />
      </AdminFrame>
    );
  }
  return (
    <AdminFrame
      title={nameOf(data.user)}
      mailsTo={admin && (admin.isSuperAdmin ? null : (admin.organization?.id ?? null))}
      back={back}
      description={<PersonFacts {...data} admin={admin} />}
      actions={admin ? <Acts person={data} admin={admin} list={back.to} /> : acts}
    >
      <PersonLearning {...data} groupId={groupId} />
    </AdminFrame>
  );
}

/** The organization whose page has this address; '' for another page. */
function organizationIn(address: string): string {
  const [pathname = ''] = address.split('?');
  return matchPath(paths.adminOrganization.pattern, pathname)?.params.organizationId ?? '';
}

/** Keeps the list that one came from, and the organization that its page waits for, so that both are shown at once on the way back. */
function KeptList({ list }: { list: LeftList }) {
  list.useRows();
  useOrganization(organizationIn(list.address));
  return null;
}

type PersonFactsProps = Pick<PersonDetail, 'user' | 'groups' | 'lastSeenAt' | 'number' | 'card'> &
  Pick<PersonViewProps, 'admin'>;

function PersonFacts({ user, groups, lastSeenAt, number, card, admin }: PersonFactsProps) {
  const roles = user.is_super_admin || user.is_org_admin ? rolesOf(user) : [];
  const peopleOf = (group: string) =>
    admin?.isSuperAdmin
      ? paths.adminOrganization(user.organization?.id ?? '', { group })
      : paths.adminPeople({ group });
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="wrap-anywhere">{user.email}</span>
      {number && (
        <span>
          <Trans>Number {number}</Trans>
        </span>
      )}
      {card !== undefined && <span>{cardWords(card)}</span>}
      <Badge>{user.organization?.name ?? t`No organization`}</Badge>
      {roles.map((role) => (
        <Badge key={role} tone="accent">
          {role}
        </Badge>
      ))}
      {admin &&
        groups.map((group) => (
          <Link key={group.id} to={peopleOf(group.id)} className="rounded-sm py-1 underline-offset-4 hover:underline">
            {groupNames([group])}
          </Link>
        ))}
      <span>{lastSeenAt ? t`Last seen ${agoWords(lastSeenAt)}` : t`Not seen yet`}</span>
    </span>
  );
}

/** What is known of the sign-in card of a person without an email address. */
function cardWords(card: NonNullable<PersonDetail['card']> | null): string {
  if (!card) return t`No sign-in card`;
  if (card.usedAt) return t`Card used ${agoWords(card.usedAt)}`;
  const isOver = new Date(card.expiresAt) <= new Date();
  return isOver ? t`Card expired` : t`Card not used yet, made ${agoWords(card.issuedAt)}`;
}

type ActsProps = { person: PersonDetail; admin: Admin; list: string };

/** What this admin may do with the person. Nobody removes themselves or changes their own role. */
function Acts({ person: { user, courses, hasProvider = false }, admin, list }: ActsProps) {
  const { isSuperAdmin } = admin;
  const { userId: ownId } = useActiveUser();
  const navigate = useNavigate();
  const { search, pathname, state } = useLocation();
  const wanted = new URLSearchParams(search).get('act');
  const [open, setOpen] = useState<
    'enroll' | 'remove' | 'assign' | 'remove-two-step' | 'free-provider' | 'remind' | 'merge' | undefined
  >(wanted === 'enroll' || wanted === 'remind' ? wanted : undefined);
  const { organization } = user;
  const member = { ...user, isOrgAdmin: user.is_org_admin };
  const changeRole = useChangeRole(organization?.id ?? '');
  const close = () => {
    setOpen(undefined);
    // A reload does not ask again.
    if (wanted) void navigate(pathname, { replace: true, state });
  };
  const isOther = user.id !== ownId;
  const items: MenuItem[] = [];
  const add = (isPossible: boolean, item: MenuItem) => isPossible && items.push(item);
  add(organization !== null && !hasAddress(user.email), {
    label: t`New card`,
    note: t`to sign in with`,
    icon: IdCard,
    onSelect: () =>
      void navigate(paths.newCards({ organization: isSuperAdmin ? organization?.id : undefined }), {
        state: { people: [{ id: user.id, name: nameOf(user) }] },
      }),
  });
  add(isOther && organization !== null && hasAddress(user.email), {
    label: user.is_org_admin ? t`Remove admin` : t`Make admin`,
    icon: user.is_org_admin ? ShieldOff : Shield,
    onSelect: () => changeRole(member),
  });
  add(isSuperAdmin, {
    label: organization ? t`Move` : t`Assign`,
    note: organization ? t`to another organization` : t`to an organization`,
    icon: Building2,
    onSelect: () => setOpen('assign'),
  });
  add(isSuperAdmin || (organization !== null && !user.is_super_admin), {
    label: t`Merge`,
    note: t`with another account of theirs`,
    icon: Combine,
    onSelect: () => setOpen('merge'),
  });
  add(isSuperAdmin && (user.has_two_step ?? isAdmin(user)), {
    label: t`Remove two-step`,
    icon: ShieldOff,
    onSelect: () => setOpen('remove-two-step'),
  });
  add(isSuperAdmin && hasProvider, {
    label: t`Free sign-in`,
    note: t`from the account at the provider`,
    icon: KeyRound,
    onSelect: () => setOpen('free-provider'),
  });
  add(isSuperAdmin || organization !== null, {
    label: t`Audit log`,
    note: t`of what was done to them`,
    icon: ScrollText,
    onSelect: () => void navigate(`${paths.adminAuditLog()}?search=${encodeURIComponent(user.email)}&finds=about`),
  });
  add(isOther && organization !== null, {
    label: t`Remove`,
    note: t`from the organization`,
    icon: UserMinus,
    onSelect: () => setOpen('remove'),
  });
  const ofMember = organization && { organization, people: [member], onClose: close };
  return (
    <>
      {organization && (
        <Button icon={GraduationCap} onClick={() => setOpen('enroll')}>
          <Trans>Enroll</Trans>
        </Button>
      )}
      {organization && courses.some(({ dueOn }) => dueOn) && (
        <Button icon={BellRing} variant="secondary" onClick={() => setOpen('remind')}>
          <Trans>Remind</Trans>
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          groups={[{ items }]}
          trigger={<IconButton icon={Ellipsis} aria-label={t`Actions for ${nameOf(user)}`} />}
        />
      )}
      {open === 'enroll' && ofMember && <EnrollDialog {...ofMember} onDone={() => undefined} />}
      {open === 'remind' && ofMember && <RemindDialog {...ofMember} onDone={() => undefined} />}
      {open === 'remove' && ofMember && (
        // An org admin no longer sees whom they removed.
        <RemoveDialog {...ofMember} onDone={() => !isSuperAdmin && void navigate(list, { replace: true })} />
      )}
      {open === 'assign' && <AssignDialog people={[user]} onClose={close} onDone={() => undefined} />}
      {open === 'merge' && (
        <MergeDialog
          admin={admin}
          person={user}
          onClose={close}
          onDone={({ id }) => {
            close();
            void navigate(paths.adminPerson(id), { replace: true });
          }}
        />
      )}
      {(open === 'remove-two-step' || open === 'free-provider') && (
        <SignInDialog person={user} act={open} onClose={close} />
      )}
    </>
  );
}
