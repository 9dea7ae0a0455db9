// Where the user is signed in. Only the embedded auth service lists its sessions; signing out everywhere works with a hosted one, too.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Laptop } from 'lucide-react';
import { useState } from 'react';
import type { DeviceSession } from '#sync/contract/session.ts';
import { byId, call } from '../../api/client.ts';
import { askAuth, ownToken, server } from '../../api/session.ts';
import { useConnection } from '../../device/connection.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TitledCard } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { locale } from '../../ui/language.ts';
import { useToast } from '../../ui/toast.tsx';
import { OnlinePart, useAttempt, useOnlineCall } from '../online-part.tsx';
import { SignOutDialog } from '../shared-device/sign-out-dialog.tsx';

/** None where a hosted service keeps them. */
const readSessions = () => call(server.auth.sessions.$get());

/** Ends every other session at the auth service. Throws when that did not work. */
async function signOutOthers(): Promise<void> {
  const token = await ownToken({ isFresh: true });
  if (!token) throw new Error(t`This needs a connection. Please check your network and try again.`);
  await askAuth(({ admin }) => admin.signOut(token, 'others'));
}

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

function SessionRow({ session, onSignOut }: { session: DeviceSession; onSignOut: () => void }) {
  const { device, network, lastUsedAt, isCurrent } = session;
  const time = moment.format(new Date(lastUsedAt));
  const used = isCurrent ? t`In use now` : t`Last used ${time}`;
  return (
    <li className="flex min-h-action flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line px-4 py-2">
      <Laptop aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 grow basis-40">
        <span className="block font-medium">{device}</span>
        <span className="block text-ink-soft text-sm">{network ? t`${used}, network ${network}` : used}</span>
      </span>
      {isCurrent ? (
        <Badge tone="neutral">
          <Trans>This device</Trans>
        </Badge>
      ) : (
        <Button variant="secondary" aria-label={t`Sign out ${device}, ${used}`} onClick={onSignOut}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}

export function SessionsCard() {
  const toast = useToast();
  const loaded = useOnlineCall(readSessions, t`Your devices could not be listed.`);
  const { isOffline } = useConnection();
  const confirm = useConfirm();
  const [isLeaving, setLeaving] = useState(false);
  const attempt = useAttempt();
  const failed = t`Signing out did not work`;
  const signOutOne = async ({ id, device }: DeviceSession) => {
    await call(server.auth.sessions[':id'].$delete(byId(id)));
    toast({ title: t`${device} is signed out` });
    loaded.again();
  };
  const askAboutAll = () =>
    confirm({
      title: t`Sign out everywhere?`,
      text: t`Signs you out on every device, then on this one. Unsent work stays on each device and is sent when you sign in there again; your downloads stay on this one.`,
      action: t`Sign out everywhere`,
      run: () => attempt(failed, () => signOutOthers().then(() => setLeaving(true))),
    });
  const askAboutOne = (session: DeviceSession) =>
    confirm({
      title: t`Sign out ${session.device}?`,
      text: t`It's signed out as soon as it's online. Unsent work stays on it and is sent when you sign in there again.`,
      action: t`Sign out`,
      run: () => attempt(failed, () => signOutOne(session)),
    });
  return (
    <TitledCard title={t`Where You Are Signed In`}>
      <OnlinePart
        {...loaded}
        loading={t`Loading your devices`}
        offline={t`Your devices are listed here when you're back online.`}
      >
        {({ sessions }) =>
          sessions.length > 0 && (
            <ul className="flex flex-col gap-2">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onSignOut={() => void askAboutOne(session)} />
              ))}
            </ul>
          )
        }
      </OnlinePart>
      <Button variant="secondary" disabled={isOffline} onClick={() => void askAboutAll()}>
        <Trans>Sign out everywhere</Trans>
      </Button>
      {isLeaving && <SignOutDialog isAsked onClose={() => setLeaving(false)} />}
    </TitledCard>
  );
}
