// The dashboard's card about two-step sign-in.
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConnection } from '../../device/connection.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { OnlinePart, useAttempt } from '../online-part.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { hasAuthenticator, makeRecoveryCodes, type Standing, turnOff, useStanding } from './two-step.ts';

/** Whether the dashboard has the card: for admins, and for whoever has set it up. */
export function useTwoStepCard(isAdmin: boolean): boolean {
  const [hasOne, setHasOne] = useState(false);
  useEffect(() => {
    void hasAuthenticator().then(setHasOne, () => undefined);
  }, []);
  return isAdmin || hasOne;
}

export function TwoStep() {
  const loaded = useStanding();
  return (
    <OnlinePart
      {...loaded}
      loading={t`Loading two-step sign-in`}
      offline={t`Two-step sign-in is shown here when you're back online.`}
    >
      {(standing) =>
        standing.factorId === undefined ? (
          <IsOff isRequired={standing.isRequired} />
        ) : (
          <IsOn standing={standing} factorId={standing.factorId} onChanged={loaded.again} />
        )
      }
    </OnlinePart>
  );
}

const setUpPage = paths.twoStep({ next: paths.dashboard() });

function IsOff({ isRequired }: { isRequired: boolean }) {
  return (
    <>
      <p className="text-ink-soft">
        {isRequired
          ? t`Your role requires it. Administration opens once you have set it up.`
          : t`Protect your account with a code from an authenticator app when you sign in.`}
      </p>
      <Button to={setUpPage} variant={isRequired ? 'primary' : 'secondary'}>
        <Trans>Set up</Trans>
      </Button>
    </>
  );
}

function IsOn({ standing, factorId, onChanged }: { standing: Standing; factorId: string; onChanged: () => void }) {
  const { isTaken, isRequired, canRecover, recoveryCodesLeft } = standing;
  const toast = useToast();
  const { isOffline } = useConnection();
  const confirm = useConfirm();
  const [codes, setCodes] = useState<readonly string[]>();
  const attempt = useAttempt();
  const remove = async () => {
    await turnOff(factorId);
    toast({ title: t`Two-step sign-in is off` });
    onChanged();
  };
  const saved = () => {
    setCodes(undefined);
    onChanged();
  };
  const askToRenew = () =>
    confirm({
      title: t`Make new recovery codes?`,
      text: t`Your current codes will stop working.`,
      action: t`Make new codes`,
      run: () => attempt(t`No new codes were made`, async () => setCodes(await makeRecoveryCodes())),
    });
  const askToTurnOff = () =>
    confirm({
      title: t`Turn off two-step sign-in?`,
      text: isRequired
        ? t`Your role requires it. Administration stays closed until you set it up again, for example with a new phone.`
        : t`You will sign in with your password only, and your recovery codes will stop working.`,
      action: t`Turn off`,
      run: () => attempt(t`Two-step sign-in is still on`, remove),
    });
  const askToClose = () =>
    confirm({
      title: t`Close without saving your codes?`,
      text: t`They can't be shown again, and your earlier codes no longer work.`,
      action: t`Close`,
      cancel: t`Keep open`,
      run: saved,
    });
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <ShieldCheck aria-hidden className="size-5 shrink-0 text-complete-text" />
        <span className="min-w-0 grow">
          <span className="block font-medium">
            <Trans>Authenticator app</Trans>
          </span>
          {canRecover && (
            <span className="block text-ink-soft text-sm">
              <Plural value={recoveryCodesLeft} one="# recovery code left" other="# recovery codes left" />
            </span>
          )}
        </span>
        <Badge tone="complete">
          <Trans>On</Trans>
        </Badge>
      </div>
      {!isTaken && (
        <>
          <p className="text-ink-soft">
            <Trans>Enter your code to open administration and to change these settings.</Trans>
          </p>
          <Button to={setUpPage}>
            <Trans>Enter code</Trans>
          </Button>
        </>
      )}
      {isTaken && canRecover && (
        <Button variant="secondary" disabled={isOffline} onClick={() => void askToRenew()}>
          <Trans>New recovery codes</Trans>
        </Button>
      )}
      {isTaken && (
        <Button
          variant="quiet"
          className="self-start text-danger-text"
          disabled={isOffline}
          onClick={() => void askToTurnOff()}
        >
          <Trans>Turn off</Trans>
        </Button>
      )}
      {codes && (
        <Dialog open onOpenChange={() => void askToClose()} title={t`Your new recovery codes`}>
          <div className="flex flex-col gap-4">
            <RecoveryCodes codes={codes} onSaved={saved} />
          </div>
        </Dialog>
      )}
    </>
  );
}
