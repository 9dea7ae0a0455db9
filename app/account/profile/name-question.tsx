// Asks a user who came by an invitation for their name: once they have learned something, and before it is on a certificate.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { nameFault } from '#sync/contract/profile.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { setTabText, tabText } from '../../device/device.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLocation } from '../../ui/router.ts';
import { OneFieldForm } from '../account-form.tsx';
import { faultWords } from '../faults.ts';
import { saveFullName } from './own-profile.ts';

/** Of a person: asked until it is answered; whoever chose 'Later' is asked again in the next tab. */
const askedOf = (userId: string) => `groundwork.name-asked ${userId}`;

/**
 * Opens on a page of a course after the first completed lesson, when there is a connection to save the name. Never over the end
 * of a course, whose page has a line about the name.
 */
export function NameQuestion() {
  const { replica, userId } = useEngine();
  const { profile } = useActiveUser();
  const { isOffline } = useConnection();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const isDue = profile !== null && !profile.has_real_name && /^\/course\/(?!\d+\/certificate)/.test(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arriving at a page, never in the middle of one
  useEffect(() => {
    if (!isDue || isOffline || tabText(askedOf(userId))) return;
    const completed = replica.units.filter(({ status }) => status === 'completed').count();
    completed.then(
      (count) => setOpen(count > 0),
      () => undefined,
    );
  }, [pathname, replica]);
  const close = () => {
    setTabText(askedOf(userId), 'asked');
    setOpen(false);
  };
  return isOpen && isDue && <NameDialog onLater={close} onSaved={close} />;
}

function NameDialog({ onLater, onSaved }: { onLater: () => void; onSaved: () => void }) {
  const send = async (name: string) => {
    const fault = faultWords(nameFault(name));
    if (fault) throw new Error(fault);
    await saveFullName(name);
    onSaved();
  };
  return (
    <Dialog open onOpenChange={onLater} title={t`What's your name?`} description={t`It appears on your certificate.`}>
      <OneFieldForm
        label={t`Full Name`}
        name="name"
        autoComplete="name"
        send={send}
        fallback={t`Failed to save profile`}
        verb={t`Save`}
        busyVerb={t`Saving...`}
      />
      <Button variant="quiet" onClick={onLater}>
        <Trans>Later</Trans>
      </Button>
    </Dialog>
  );
}
