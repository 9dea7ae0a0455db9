// The address at which a calendar program finds the user's due dates.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { readCatalog } from '#sync/store/reads.ts';
import { call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { Button } from '../../ui/button.tsx';
import { TitledCard } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useAttempt } from '../online-part.tsx';

/** Shown once something is due. */
export function CalendarCard() {
  const engine = useEngine();
  const courses = useLiveQuery(() => readCatalog(engine.replica), [engine]);
  const attempt = useAttempt();
  const [address, setAddress] = useState<string>();
  if (!address && !courses?.some(({ dueOn }) => dueOn)) return null;
  const show = () =>
    attempt(t`The calendar address could not be loaded`, async () => {
      setAddress((await call(server.account.calendar.$get())).address);
    });
  return (
    <TitledCard title={t`Due Dates in Your Calendar`}>
      <p className="text-ink-soft">
        <Trans>
          Subscribe in your calendar app, and it stays up to date. Anyone with this address can see your due dates.
        </Trans>
      </p>
      {address ? (
        <>
          <p className="break-all rounded-md bg-sunken px-3 py-2 text-sm">{address}</p>
          <CopyButton label={t`Copy address`} text={address} noun={t`Calendar address`} />
        </>
      ) : (
        <Button variant="secondary" onClick={() => void show()}>
          <Trans>Show calendar address</Trans>
        </Button>
      )}
    </TitledCard>
  );
}
