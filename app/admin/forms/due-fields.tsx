// Until when a course is due: the fields of the dialogs that enroll people, and a dialog for one person.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { DUE_DAYS_LIMIT, type Due, DueForm, dayOf, type Enrolling } from '#sync/contract/due.ts';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, fieldErrors, useApiMutation } from '../../api/use-api-mutation.ts';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Choice, Field, fieldsOf } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { emailPromise, useMailFacts } from './mail-status.tsx';
import { PERSON_PAGES } from './use-organizations.ts';

const KINDS = [
  ['none', t`No due date`],
  ['day', t`On a day`],
  ['days', t`Days from now`],
] as const;
type Kind = (typeof KINDS)[number][0];

/** The state of the fields. `wanted` is what the server is sent, once `check` has found nothing wrong; else the fields say what is. */
export function useDueFields(start: string | null = null, kind?: Kind, startDays: number | null = null) {
  const [due, setDue] = useState({
    kind: kind ?? (start ? ('day' as Kind) : 'none'),
    dueOn: start ?? '',
    dueInDays: String(startDays ?? 14),
  });
  const wanted = wantedOf(due);
  const [isTried, setTried] = useState(false);
  const problems = fieldErrors(DueForm, wanted);
  const check = (): boolean => {
    setTried(true);
    return Object.keys(problems).length === 0;
  };
  return { due, setDue, kind: due.kind, wanted, check, problems: isTried ? problems : {} };
}

function wantedOf({ kind, dueOn, dueInDays }: { kind: Kind; dueOn: string; dueInDays: string }): Due {
  if (kind === 'none') return {};
  return kind === 'day' ? { dueOn } : { dueInDays: Number(dueInDays) };
}

/** Of people who are enrolled, 'No due date' removes the one that they have. */
export const changedDue = ({ kind, wanted }: Pick<ReturnType<typeof useDueFields>, 'kind' | 'wanted'>): Due =>
  kind === 'none' ? { dueOn: null } : wanted;

/** The fields that show their own error. */
export const DUE_FIELD_NAMES = ['dueOn', 'dueInDays'];

type DueFieldsProps = ReturnType<typeof useDueFields> & {
  failure: unknown;
  /** What 'from now' is for those who join later. */
  isForLater?: boolean;
  /** From when days are counted. */
  from?: string;
  /** The first choice, when it is another than 'No due date'. */
  unset?: string | undefined;
  /** What that choice means. */
  unsetHint?: string | undefined;
};

export function DueFields({ due, setDue, problems, failure, ...words }: DueFieldsProps) {
  const { isForLater = false, from = 'now', unset = KINDS[0][1], unsetHint } = words;
  const { text, choice } = fieldsOf(
    due,
    (part) => setDue({ ...due, ...part }),
    (name) => problems[name] ?? fieldErrorOf(failure, name),
  );
  return (
    <div className={`grid gap-4 ${due.kind === 'none' ? '' : 'sm:grid-cols-2'}`}>
      <Choice
        label={t`Due`}
        options={[['none', unset], KINDS[1], ['days', t`Days from ${from}`]]}
        hint={due.kind === 'none' ? unsetHint : undefined}
        {...choice('kind')}
      />
      {due.kind === 'day' && (
        <Field label={t`Due date`} type="date" required min={dayOf(new Date())} {...text('dueOn')} />
      )}
      {due.kind === 'days' && (
        <Field
          label={t`Days`}
          type="number"
          inputMode="numeric"
          min={1}
          max={DUE_DAYS_LIMIT}
          hint={isForLater ? t`People who join later have as many days from joining.` : undefined}
          {...text('dueInDays')}
        />
      )}
    </div>
  );
}

/** `useDueFields` of a dialog that gives people a course, which also tells them by email unless that is turned off. */
export function useEnrollingFields(...start: Parameters<typeof useDueFields>) {
  const due = useDueFields(...start);
  const [isEmailed, setEmailed] = useState(true);
  const wanted: Enrolling = { ...due.wanted, ...(isEmailed && { sendEmail: true }) };
  return { ...due, isEmailed, setEmailed, wanted };
}

type EnrollingFieldsProps = DueFieldsProps & ReturnType<typeof useEnrollingFields> & { isDraft?: boolean };

export function EnrollingFields({ isEmailed, setEmailed, isDraft = false, ...due }: EnrollingFieldsProps) {
  return (
    <>
      <DueFields {...due} />
      <EmailSwitch checked={isEmailed} onChange={setEmailed} isDraft={isDraft} />
    </>
  );
}

/** Of a renewed course that is due when its certificate expires. */
export const AT_THE_EARLIEST = t`In a week at the earliest.`;

type EmailSwitchProps = { checked: boolean; onChange: (isOn: boolean) => void; isDraft?: boolean };

export function EmailSwitch({ checked, onChange, isDraft = false }: EmailSwitchProps) {
  const promise = emailPromise(useMailFacts(), '');
  const notes = [
    isDraft ? t`Nothing is sent about a draft.` : promise,
    t`They also see it when their device is next online.`,
  ];
  return (
    <SwitchField
      label={t`Email them now`}
      note={notes.filter(Boolean).join(' ')}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

type DueDialogProps = {
  userIds: readonly string[];
  course: { id: number; title: string; dueOn: string | null; certificateEnds?: string | null };
  /** A sentence about what else this changes. */
  note?: string;
  onClose: () => void;
  /** After a success. */
  onDone?: () => void;
};

/** Sets, changes or removes the due date of people who are enrolled. */
export function DueDialog({ userIds, course, note, onClose, onDone }: DueDialogProps) {
  const due = useDueFields(course.dueOn);
  const act = useApiMutation({
    send: (wanted: Due) =>
      call(server.admin.courses[':id'].enrollments.$post({ ...byId(course.id), json: { userIds, ...wanted } })),
    ...(userIds.length > 1 && {
      successToast: ({ message }: BulkOutcome) => ({ title: t`Due date changed`, description: message }),
    }),
    errorToast: { title: t`Change Failed`, sentence: t`The due date was not changed.` },
    fields: DUE_FIELD_NAMES,
    invalidates: [PERSON_PAGES, pathOf(server.admin.courses[':id'], byId(course.id))],
  });
  const save = async () => {
    if (!due.check() || !(await act.run(changedDue(due)))) return;
    onDone?.();
    onClose();
  };
  const whose =
    userIds.length > 1
      ? plural(userIds.length, { one: `Of # person in ${course.title}.`, other: `Of # people in ${course.title}.` })
      : course.title;
  return (
    <FormDialog
      title={t`Change due date`}
      description={[whose, note].filter(Boolean).join(' ')}
      onSubmit={save}
      onClose={onClose}
      verb={t`Save`}
      running={t`Saving...`}
      isRunning={act.isRunning}
    >
      <DueFields {...due} failure={act.failure} />
      <p className="text-ink-soft text-sm">
        {due.kind === 'none' ? (
          <Trans>People see this when their device is next online. No email is sent.</Trans>
        ) : (
          <Trans>People see this when their device is next online. No email is sent; 'Remind' sends one.</Trans>
        )}
      </p>
    </FormDialog>
  );
}

/** Begins the next round of a course that a person has completed. Without a due date it is due when the certificate runs out. */
export function RenewDialog({
  userId,
  course,
  onClose,
}: Pick<DueDialogProps, 'course' | 'onClose'> & { userId: string }) {
  const hasEnded = Boolean(course.certificateEnds && course.certificateEnds < dayOf(new Date()));
  const due = useEnrollingFields(null, hasEnded ? 'days' : 'none');
  const act = useApiMutation({
    send: (wanted: Enrolling) =>
      call(server.admin.courses[':id'].renewals.$post({ ...byId(course.id), json: { userId, ...wanted } })),
    successToast: ({ message }) => ({ title: t`Course Renewed`, description: message }),
    errorToast: { title: t`Renewal Failed`, sentence: t`The course was not renewed.` },
    fields: DUE_FIELD_NAMES,
    invalidates: [PERSON_PAGES, pathOf(server.admin.courses[':id'], byId(course.id))],
  });
  const renew = async () => {
    if (due.check() && (await act.run(due.wanted))) onClose();
  };
  return (
    <FormDialog
      title={t`Renew ${course.title}`}
      description={
        hasEnded
          ? t`The course starts over. Progress, attempts and certificate are kept as history.`
          : t`The course starts over. Progress, attempts and certificate are kept as history, and the certificate stays valid until it expires.`
      }
      onSubmit={renew}
      onClose={onClose}
      verb={t`Renew`}
      running={t`Renewing...`}
      isRunning={act.isRunning}
    >
      <EnrollingFields
        {...due}
        failure={act.failure}
        unset={hasEnded ? undefined : t`When the certificate expires, if it does`}
        unsetHint={hasEnded ? undefined : AT_THE_EARLIEST}
      />
    </FormDialog>
  );
}
