// The certificates of a person, and what admins do to them by hand: part of their page.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Award, CalendarPlus, FilePlus2, MoreHorizontal, Undo2 } from 'lucide-react';
import { useState } from 'react';
import {
  type CertificateAct,
  CertificateChange,
  type HeldCertificate,
  REASON_LIMIT,
} from '#sync/contract/certificate.ts';
import { addDays, addMonths, dayOf } from '#sync/contract/due.ts';
import { call, pathOf } from '../api/client.ts';
import { server } from '../api/session.ts';
import { fieldErrorOf, fieldErrors, useApiMutation } from '../api/use-api-mutation.ts';
import { ValidityMark } from '../learn/validity-mark.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { TitledCard } from '../ui/card.tsx';
import { certificateDate } from '../ui/course-labels.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form/dialog-form.tsx';
import { Field, TextArea } from '../ui/form/field.tsx';
import { dateWords } from '../ui/labels.ts';
import { Menu } from '../ui/menu.tsx';
import { Link } from '../ui/router.ts';
import { MailMark } from './forms/mail-status.tsx';
import { PERSON_PAGES } from './forms/use-organizations.ts';

type Act = CertificateAct['act'];
type Chosen = { certificate: HeldCertificate; act: Act };

export function PersonCertificates({ certificates }: { certificates: readonly HeldCertificate[] }) {
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <TitledCard title={t`Certificates`}>
      {certificates.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>None yet.</Trans>
        </p>
      ) : (
        <ul className="flex flex-col gap-3">
          {certificates.map((certificate) => (
            <CertificateLine
              key={certificate.serial}
              certificate={certificate}
              onChoose={(act) => setChosen({ certificate, act })}
            />
          ))}
        </ul>
      )}
      {chosen && <ChangeDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </TitledCard>
  );
}

const DONE: Record<Act, string> = { extend: t`Extended`, revoke: t`Revoked`, reissue: t`Reissued` };

function CertificateLine({ certificate, onChoose }: { certificate: HeldCertificate; onChoose: (act: Act) => void }) {
  const { serial, courseTitle, issuedAt, validUntil, revokedAt, replaces, history, canChange } = certificate;
  const items = [
    ...(validUntil && !revokedAt ? [{ label: t`Extend`, icon: CalendarPlus, onSelect: () => onChoose('extend') }] : []),
    { label: t`Reissue`, icon: FilePlus2, onSelect: () => onChoose('reissue') },
    ...(revokedAt ? [] : [{ label: t`Revoke`, icon: Undo2, onSelect: () => onChoose('revoke') }]),
  ];
  return (
    <li className="flex gap-3">
      <Award aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 grow">
        <Link to={paths.verifySerial(serial)} className="block min-h-touch underline-offset-4 hover:underline">
          <span className="block font-medium">{courseTitle}</span>
          <span className="text-ink-soft text-sm">{dateWords(issuedAt)}</span>
          <ValidityMark certificate={certificate} />
        </Link>
        {certificate.reminder && !revokedAt && (
          <p>
            <MailMark status={certificate.reminder} />
          </p>
        )}
        {replaces && (
          <p className="text-ink-soft text-sm">
            <Trans>Issued in place of {replaces}</Trans>
          </p>
        )}
        {history.map(({ act, at, reason }) => (
          <p key={at} className="wrap-anywhere text-ink-soft text-sm">
            {DONE[act]} {dateWords(at)}: {reason}
          </p>
        ))}
      </div>
      {canChange && (
        <Menu
          trigger={
            <Button
              icon={MoreHorizontal}
              variant="quiet"
              aria-label={t`Change the certificate of ${courseTitle}`}
              className="shrink-0 self-start px-3!"
            />
          }
          groups={[{ items }]}
        />
      )}
    </li>
  );
}

const WORDS: Record<Act, { title: string; text: string; verb: string; running: string }> = {
  extend: {
    title: t`Extend certificate`,
    text: t`The certificate keeps its serial number.`,
    verb: t`Extend`,
    running: t`Extending...`,
  },
  revoke: {
    title: t`Revoke certificate`,
    text: t`Whoever verifies it is told that it was revoked. The progress in the course stays.`,
    verb: t`Revoke`,
    running: t`Revoking...`,
  },
  reissue: {
    title: t`Reissue certificate`,
    text: t`A new certificate with the present name and title takes its place, valid as long. This one is revoked.`,
    verb: t`Reissue`,
    running: t`Reissuing...`,
  },
};

function ChangeDialog({ certificate, act, onClose }: Chosen & { onClose: () => void }) {
  const { serial, courseTitle, validUntil } = certificate;
  const today = dayOf(new Date());
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(addMonths(validUntil && validUntil > today ? validUntil : today, 3));
  const change = useApiMutation({
    send: (json: CertificateChange) => call(server.admin.certificates[':serial'].$post({ param: { serial }, json })),
    successToast: ({ message }) => ({ title: t`Certificate changed`, description: message }),
    errorToast: { title: t`Change Failed`, sentence: t`The certificate was not changed.` },
    fields: ['validUntil', 'reason'],
    invalidates: [PERSON_PAGES, pathOf(server.admin['audit-log'])],
  });
  const [isTried, setTried] = useState(false);
  const json: CertificateChange = act === 'extend' ? { act, validUntil: until, reason } : { act, reason };
  const problems = fieldErrors(CertificateChange, json);
  const errorOf = (field: string) => (isTried ? problems[field] : undefined) ?? fieldErrorOf(change.failure, field);
  const save = async () => {
    setTried(true);
    if (Object.keys(problems).length === 0 && (await change.run(json))) onClose();
  };
  const { title, text, verb, running } = WORDS[act];
  return (
    <Dialog open onOpenChange={onClose} title={title} description={`${courseTitle}, ${serial}. ${text}`}>
      <DialogForm
        onSubmit={save}
        cancel={onClose}
        verb={verb}
        running={running}
        isRunning={change.isRunning}
        variant={act === 'revoke' ? 'destructive' : 'primary'}
      >
        {act === 'extend' && validUntil && (
          <Field
            label={t`Valid until`}
            type="date"
            required
            min={addDays(validUntil, 1)}
            value={until}
            hint={t`Until now: ${certificateDate(validUntil)}`}
            error={errorOf('validUntil')}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
        <TextArea
          label={t`Reason`}
          required
          rows={3}
          maxLength={REASON_LIMIT}
          value={reason}
          hint={t`Kept with the certificate and in the audit log.`}
          error={errorOf('reason')}
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
