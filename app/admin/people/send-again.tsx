// Mails an invitation again, with a new link and maybe to another address.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { InvitationRow } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { emailPromise, MAIL_FACTS, MailMark, useMailFacts } from '../forms/mail-status.tsx';
import { invitedToast } from './invitation-form.tsx';

export const sendAgainWords = ({ mail }: InvitationRow) =>
  mail?.state === 'failed' ? t`Fix the address` : t`Send again`;

type SendAgainProps = { organizationId: string; invitation: InvitationRow; onClose: () => void };

/** Mails a new link in place of the last one, which may have been lost, or had a wrong address. */
export function SendAgain({ organizationId, invitation, onClose }: SendAgainProps) {
  const [email, setEmail] = useState(invitation.email ?? '');
  const mail = useMailFacts(organizationId);
  const act = useApiMutation({
    send: (address: string) =>
      call(
        server.enterprise.admin.organizations[':id'].invitations[':invitationId'].mail.$post({
          param: { id: organizationId, invitationId: invitation.id },
          json: { email: address },
        }),
      ),
    successToast: (_, address) => invitedToast(mail, address),
    errorToast: { title: t`Invitation Failed`, sentence: t`No one was invited.` },
    fields: ['email'],
    invalidates: [pathOf(server.enterprise.admin.organizations[':id'].invitations, byId(organizationId)), MAIL_FACTS],
  });
  const send = async () => {
    if (await act.run(email.trim())) onClose();
  };
  return (
    <FormDialog
      title={sendAgainWords(invitation)}
      description={emailPromise(mail, t`They get a new link. The link of the earlier email stops working.`)}
      onSubmit={send}
      onClose={onClose}
      verb={t`Send again`}
      running={t`Sending...`}
      isRunning={act.isRunning}
    >
      {invitation.mail?.state === 'failed' && <MailMark status={invitation.mail} />}
      <Field
        label={t`Email`}
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={fieldErrorOf(act.failure, 'email')}
      />
    </FormDialog>
  );
}
