// Creates an invitation token, or emails an invitation to one person, for super admins (/admin/enterprise) and for org admins (their Invitations tab).

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  ADMIN_INVITATION_DAYS,
  INVITATION_ROLES,
  type InvitationImport,
  type InvitationImportAnswer,
} from '#sync/contract/invitation.ts';
import type { MailFacts } from '#sync/contract/mail.ts';
import { DEFAULT_MAX_USES, MAX_USES_LIMIT, type NewInvitationForm } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Choice, Field } from '../../ui/form/field.tsx';
import { momentWords } from '../../ui/labels.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { emailPromise, MAIL_FACTS, mailTrouble, useMailFacts } from '../forms/mail-status.tsx';
import { adminToasts } from '../forms/messages.ts';
import { joiningWords, useGroups } from '../forms/use-organizations.ts';
import { type ChosenCourse, CourseChoice } from '../lists/searched-choices.tsx';

type InvitationFormProps = {
  /** The organization to join; '' for none yet. */
  organizationId: string;
  /** The group that is chosen at first, by its id. */
  group?: string;
  /** Its name, for a poster. */
  organization?: string;
  onMade?: (token: string) => void;
};

type Role = (typeof INVITATION_ROLES)[number];
const ADMINS_EXPIRE = t`Anyone who uses this becomes an admin, so it ends after ${ADMIN_INVITATION_DAYS} days. Choose another date, or clear it for no end.`;

const ROLES = INVITATION_ROLES.map((role) => [role, role === 'admin' ? t`Admin` : t`Member`] as const);

/** Anything but a number becomes the default; the server validates numbers. */
const usesIn = (text: string) => {
  const uses = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isNaN(uses) ? DEFAULT_MAX_USES : uses;
};

/** The time on the clock of this device, as a field of date and time holds it. */
function inDays(days: number): string {
  const then = new Date(Date.now() + days * 86_400_000);
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The form, and in its place the token that was just created for this organization. */
export function InvitationForm({ organizationId, organization, group: firstGroup = '', onMade }: InvitationFormProps) {
  const toast = useToast();
  const mail = useMailFacts(organizationId, organizationId !== '');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [uses, setUses] = useState(String(DEFAULT_MAX_USES));
  const [expiry, setExpiry] = useState('');
  const [isExpiryChosen, setIsExpiryChosen] = useState(false);
  const [wanted, setWanted] = useState<{ of: string; course: ChosenCourse }>();
  // The organization may have changed since the course was chosen.
  const course = wanted?.of === organizationId ? wanted.course : undefined;
  const [groupId, setGroupId] = useState(firstGroup);
  const groups = useGroups(organizationId).data?.groups ?? [];
  const [made, setMade] = useState<{ organizationId: string; token: string }>();
  const act = useApiMutation({
    send: (invitation: Omit<NewInvitationForm, 'organizationId'>) =>
      call(server.enterprise.admin['create-invitation'].$post({ json: { organizationId, ...invitation } })),
    errorToast: { title: t`Token Creation Failed`, sentence: t`The invitation token could not be created.` },
    invalidates: [pathOf(server.enterprise.admin.organizations[':id'].invitations, byId(organizationId))],
  });
  // One address is a list of one.
  const mailing = useApiMutation({
    send: (row: InvitationImport['rows'][number]) =>
      call(
        server.enterprise.admin.organizations[':id'].invitations.$post({
          ...byId(organizationId),
          json: { dryRun: false, rows: [row] },
        }),
      ),
    successToast: ({ rows: [row] }) => {
      if (row?.isAdded) return { title: t`Added to Group`, description: `${row.email}: ${row.reason}` };
      if (!row?.isInvited) return undefined;
      return invitedToast(mail, row.email);
    },
    errorToast: { title: t`Invitation Failed`, sentence: t`No one was invited.` },
    invalidates: [
      pathOf(server.enterprise.admin.organizations[':id'].invitations, byId(organizationId)),
      pathOf(server.enterprise.admin.organizations[':id'].groups, byId(organizationId)),
      MAIL_FACTS,
    ],
  });
  const [refusal, setRefusal] = useState<InvitationImportAnswer['rows'][number]>();
  const isMailed = email.trim() !== '';
  const changeRole = (chosen: string) => {
    setRole(chosen as Role);
    if (!isExpiryChosen) setExpiry(chosen === 'admin' ? inDays(ADMIN_INVITATION_DAYS) : '');
  };
  const changeExpiry = (chosen: string) => {
    setExpiry(chosen);
    setIsExpiryChosen(true);
  };
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (organizationId === '') return toast(adminToasts.noOrganizationSelected);
    if (isMailed) return invite();
    const maxUses = usesIn(uses);
    setUses(String(maxUses));
    const expiresAt = expiry === '' ? null : new Date(expiry).toISOString();
    const group = groups.find(({ id }) => id === groupId)?.id ?? null;
    const answer = await act.run({ role, maxUses, expiresAt, courseId: course?.id ?? null, groupId: group });
    if (!answer) return;
    setMade({ organizationId, token: answer.token });
    onMade?.(answer.token);
  };
  const invite = async () => {
    const group = groups.find(({ id }) => id === groupId)?.name;
    const row = { email, role, ...(course && { courseId: String(course.id) }), ...(group && { group }) };
    const answer = await mailing.run(row);
    const judged = answer?.rows[0];
    const isDone = judged?.isInvited || judged?.isAdded;
    setRefusal(isDone ? undefined : judged);
    if (!isDone) return;
    setEmail('');
    setWanted(undefined);
    setGroupId('');
    changeRole('member');
  };
  const errorOf = (field: string) =>
    (refusal?.field === field && refusal.reason) || fieldErrorOf(act.failure, field) || undefined;
  if (made && made.organizationId === organizationId)
    return <MadeInvitation token={made.token} organization={organization} onAnother={() => setMade(undefined)} />;
  return (
    <form noValidate onSubmit={create} className="grid max-w-160 grid-cols-1 gap-4 sm:grid-cols-2">
      <Field
        label={t`Email (optional)`}
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          setRefusal(undefined);
        }}
        hint={
          mailTrouble(mail)
            ? t`${emailPromise(mail, '')} Leave this empty for a link that you can give them now.`
            : t`We email this person a link that only they can use. Leave it empty for a link that you share yourself.`
        }
        error={errorOf('email')}
        className="sm:col-span-2"
      />
      <Choice label={t`Role`} value={role} options={ROLES} onChange={changeRole} />
      {!isMailed && (
        <>
          <Field
            label={t`Max Uses`}
            inputMode="numeric"
            autoComplete="off"
            placeholder={t`1 to ${MAX_USES_LIMIT}`}
            value={uses}
            onChange={(event) => setUses(event.target.value)}
            error={fieldErrorOf(act.failure, 'maxUses')}
          />
          <Field
            label={t`Expires (optional)`}
            type="datetime-local"
            value={expiry}
            onChange={(event) => changeExpiry(event.target.value)}
            hint={[expiry && t`Ends ${momentWords(expiry)}.`, role === 'admin' && ADMINS_EXPIRE]
              .filter(Boolean)
              .join(' ')}
            error={fieldErrorOf(act.failure, 'expiresAt')}
          />
        </>
      )}
      <CourseChoice
        label={t`Course (optional)`}
        value={course}
        of={{ organizationId, among: 'takable' }}
        none={t`No course`}
        disabled={organizationId === ''}
        onChange={(chosen) => setWanted(chosen && { of: organizationId, course: chosen })}
        error={errorOf('courseId')}
      />
      {groups.length > 0 && (
        <Choice
          label={t`Group (optional)`}
          value={groupId}
          options={[['', t`No group`], ...groups.map(({ id, name }) => [id, name] as const)]}
          onChange={setGroupId}
          hint={joiningWords(groups.find(({ id }) => id === groupId))}
          error={errorOf(isMailed ? 'group' : 'groupId')}
        />
      )}
      {isMailed ? (
        <Button type="submit" size="big" disabled={mailing.isRunning} className="sm:col-span-2 sm:justify-self-start">
          {mailing.isRunning ? t`Sending...` : t`Send Invitation`}
        </Button>
      ) : (
        <Button type="submit" size="big" disabled={act.isRunning} className="sm:col-span-2 sm:justify-self-start">
          {act.isRunning ? t`Generating...` : t`Generate Invitation Token`}
        </Button>
      )}
    </form>
  );
}

/** What is true of an invitation that was just made for an address. */
export const invitedToast = (mail: MailFacts | undefined, email: string | null): ToastMessage =>
  mailTrouble(mail)
    ? { title: t`Invitation Waiting`, description: `${email}: ${emailPromise(mail, '')}` }
    : { title: t`Invitation Made`, description: t`${email ?? ''} will get an email with a link that works once.` };

export const invitationLink = (token: string) => `${location.origin}${paths.invite({ token })}`;

type MadeInvitationProps = { token: string; organization: string | undefined; onAnother: () => void };

/** The token of a new invitation, which is never shown again; on paper a poster of it. */
function MadeInvitation({ token, organization, onAnother }: MadeInvitationProps) {
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new token takes the reader to it
  useEffect(() => {
    card.current?.querySelector('h3')?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [token]);
  const link = invitationLink(token);
  return (
    <Card
      ref={card}
      data-poster
      className="flex scroll-mt-20 scroll-mb-4 flex-col gap-3 border-complete p-5 print:items-center print:gap-8 print:border-0 print:text-center print:shadow-none"
    >
      <p className="hidden text-balance font-bold print:block print:text-5xl!">
        {organization ? t`Join ${organization}` : t`Join us`}
      </p>
      <h3 tabIndex={-1} className="font-semibold text-lg print:hidden">
        <Trans>Invitation Token Created</Trans>
      </h3>
      <p className="print:hidden">
        <Trans>
          <strong>Copy it now.</strong> It is shown once and cannot be retrieved again.
        </Trans>
      </p>
      <div className="grid items-center gap-5 sm:grid-cols-[15rem_minmax(0,1fr)] print:flex print:flex-col">
        <QrCode
          link={link}
          label={t`QR code of the invite link`}
          className="aspect-square w-full max-w-60 print:w-120 print:max-w-none"
        />
        <p className="hidden text-xl print:block">
          <Trans>Point the camera of your phone or tablet at the code, or open</Trans>
        </p>
        <dl className="flex flex-col gap-3">
          <Shown name={t`Invite link`} value={link} />
          <div className="print:hidden">
            <Shown name={t`Token`} value={token} />
          </div>
        </dl>
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton label={t`Copy Link`} text={link} noun={t`Invitation link`} variant="primary" />
        <CopyButton label={t`Copy Token`} text={token} noun={t`Invitation token`} />
        <Button icon={Printer} variant="secondary" className="max-md:hidden" onClick={() => print()}>
          <Trans>Print poster</Trans>
        </Button>
        <Button variant="quiet" onClick={onAnother}>
          <Trans>Make another</Trans>
        </Button>
      </div>
    </Card>
  );
}

function Shown({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm print:hidden">{name}</dt>
      <dd className="select-all break-all rounded-sm bg-sunken px-2 py-1 font-mono text-sm">{value}</dd>
    </div>
  );
}
