// When an organization reminds its people automatically of what is due, and what that will send next.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { CERTIFICATE_REMINDER_DAYS } from '#sync/contract/certificate.ts';
import { AUTO_REMINDERS_LIMIT, type AutoReminders, type AutoRemindersPlan } from '#sync/contract/reminder.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { dayWords } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { emailPromise, useMailFacts } from '../forms/mail-status.tsx';
import { useGroups } from '../forms/use-organizations.ts';

type Organization = { id: string; name: string };

const BEFORE = [30, 14, 7, 3, 1, 0];
const AFTER = [1, 3, 7, 14, 30];
const endpoint = server.enterprise.admin.organizations[':id']['auto-reminders'];

export function AutoRemindersButton({ organization }: { organization: Organization }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={BellRing} variant="secondary" onClick={() => setOpen(true)}>
        <Trans>Reminders</Trans>
      </Button>
      {isOpen && <AutoRemindersDialog organization={organization} onClose={() => setOpen(false)} />}
    </>
  );
}

type DialogProps = { organization: Organization; onClose: () => void };

function AutoRemindersDialog({ organization, onClose }: DialogProps) {
  const { data, error, refetch } = useApiQuery(endpoint, { ...byId(organization.id), query: {} });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Automatic reminders`}
      description={t`Emails to people in ${organization.name} about courses that are due and certificates that expire. Off while no day is chosen.`}
    >
      {data ? (
        <RemindersForm key={JSON.stringify(data.reminders)} organization={organization} plan={data} onClose={onClose} />
      ) : error ? (
        <ApiErrorView title={t`Failed to fetch the reminders`} error={error} refetch={refetch} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Dialog>
  );
}

function RemindersForm({ organization, plan, onClose }: DialogProps & { plan: AutoRemindersPlan }) {
  const [form, setForm] = useState(plan.reminders);
  const asked = useGroups(organization.id);
  const groups = asked.data?.groups ?? [];
  const isGone = asked.data !== undefined && form.groupId !== null && !groups.some(({ id }) => id === form.groupId);
  const gone = isGone && form.groupId ? [[form.groupId, t`A deleted group`] as const] : [];
  const act = useApiMutation({
    send: (wanted: AutoReminders) => call(endpoint.$put({ ...byId(organization.id), json: wanted })),
    successToast: ({ message }) => ({ title: t`Reminders Saved`, description: message }),
    errorToast: { title: t`Not Saved`, sentence: t`The reminders were not saved. Please try again.` },
    invalidates: [pathOf(endpoint, byId(organization.id)), pathOf(server.admin['audit-log'])],
  });
  const save = async () => {
    if (await act.run(form)) onClose();
  };
  return (
    <DialogForm onSubmit={save} cancel={onClose} verb={t`Save`} running={t`Saving...`} isRunning={act.isRunning}>
      {(groups.length > 0 || form.groupId) && (
        <Choice
          label={t`For`}
          value={form.groupId ?? ''}
          options={[
            ['', t`Everyone in ${organization.name}`],
            ...groups.map(({ id, name }) => [id, name] as const),
            ...gone,
          ]}
          onChange={(chosen) => setForm({ ...form, groupId: chosen || null })}
          error={gone.length > 0 ? t`This group was deleted, so no one is reminded. Choose another.` : undefined}
        />
      )}
      <Days
        legend={t`Before the due date`}
        days={[...new Set([...BEFORE, ...plan.reminders.before])]}
        chosen={form.before}
        nameOf={(days) => (days === 0 ? t`On the day` : plural(days, { one: '# day', other: '# days' }))}
        onChange={(before) => setForm({ ...form, before })}
      />
      <Days
        legend={t`After it, while the course isn't completed`}
        days={[...new Set([...AFTER, ...plan.reminders.after])]}
        chosen={form.after}
        nameOf={(days) => plural(days, { one: '# day', other: '# days' })}
        onChange={(after) => setForm({ ...form, after })}
      />
      <Days
        legend={t`Before a certificate expires`}
        note={t`to its holder, and to the admins`}
        days={CERTIFICATE_REMINDER_DAYS}
        chosen={form.certificates}
        nameOf={(days) => plural(days, { one: '# day', other: '# days' })}
        onChange={(certificates) => setForm({ ...form, certificates })}
      />
      <SwitchField
        label={t`This training is required`}
        note={t`People can't unsubscribe from these emails, nor from reminders that you send yourself.`}
        checked={form.isRequired}
        onChange={(event) => setForm({ ...form, isRequired: event.target.checked })}
      />
      <NextEmails organization={organization} form={form} />
    </DialogForm>
  );
}

type DaysProps<Day extends number> = {
  legend: string;
  /** Beside the legend, in place of how many days may be chosen. */
  note?: string;
  days: readonly Day[];
  chosen: readonly Day[];
  nameOf: (days: Day) => string;
  onChange: (chosen: Day[]) => void;
};

function Days<Day extends number>({ legend, note, days, chosen, nameOf, onChange }: DaysProps<Day>) {
  const isFull = !note && chosen.length >= AUTO_REMINDERS_LIMIT;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">
        {legend} <span className="font-normal text-ink-soft text-sm">{note ?? t`up to ${AUTO_REMINDERS_LIMIT}`}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {days.map((day) => {
          const isChosen = chosen.includes(day);
          return (
            <label
              key={day}
              className="flex min-h-touch items-center gap-2 rounded-md border border-line-strong px-3 has-checked:border-accent has-checked:bg-accent-soft has-disabled:opacity-55"
            >
              <input
                type="checkbox"
                className="size-5"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => onChange(isChosen ? chosen.filter((one) => one !== day) : [...chosen, day])}
              />
              {nameOf(day)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** One sentence about what the chosen days send next. */
function NextEmails({ organization, form }: { organization: Organization; form: AutoReminders }) {
  const isOff = form.before.length + form.after.length + form.certificates.length === 0;
  const [before, after, certificates] = [form.before, form.after, form.certificates].map((days) => days.join(','));
  const query = { before, after, certificates, groupId: form.groupId ?? '' };
  const { data, error } = useApiQuery(endpoint, { ...byId(organization.id), query }, !isOff);
  const trouble = emailPromise(useMailFacts(organization.id), '');
  const sentences = isOff
    ? [t`No emails are sent automatically.`]
    : error
      ? [t`What is sent next could not be fetched.`]
      : !data
        ? [t`Checking what is sent next...`]
        : [
            ...(trouble ? [trouble] : []),
            ...(before || after ? [nextWords(data.next, NEXT_DUE)] : []),
            ...(certificates ? [nextWords(data.nextCertificates, NEXT_CERTIFICATES)] : []),
          ];
  return (
    <p role="status" className="rounded-md bg-canvas p-3 text-ink-soft text-sm">
      {sentences.map((sentence) => (
        <span key={sentence} className="block">
          {sentence}
        </span>
      ))}
    </p>
  );
}

type NextWords = { none: string; some: (people: number, day: string) => string };

const NEXT_DUE: NextWords = {
  none: t`Due dates: no one on any of these days yet.`,
  some: (people, day) =>
    plural(people, {
      one: `Due dates: # person next, on ${day} in the morning.`,
      other: `Due dates: # people next, on ${day} in the morning.`,
    }),
};
const NEXT_CERTIFICATES: NextWords = {
  none: t`Certificates: no one on any of these days yet.`,
  some: (people, day) =>
    plural(people, {
      one: `Certificates: # person next, on ${day} in the morning.`,
      other: `Certificates: # people next, on ${day} in the morning.`,
    }),
};

const nextWords = (next: AutoRemindersPlan['next'], { none, some }: NextWords) =>
  next ? some(next.people, dayWords(next.on)) : none;
