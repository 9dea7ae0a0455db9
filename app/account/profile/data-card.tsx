// The user's own data: a copy of everything that the server holds about them, and erasing it.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { type DataExport, EXPORT_KEPT_DAYS } from '#sync/contract/personal-data.ts';
import { clearSession } from '#sync/store/device.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { paths } from '../../paths.ts';
import { EraseDialog } from '../../shell/erase-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TitledCard } from '../../ui/card.tsx';
import { locale } from '../../ui/language.ts';
import { useNavigate } from '../../ui/router.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useToast } from '../../ui/toast.tsx';
import { OnlinePart, useAttempt, useOnlineCall } from '../online-part.tsx';
import { signOut } from '../shared-device/sign-out.ts';

const LOOK_AGAIN_MS = 2_000;

const readExports = () => call(server.account.exports.$get());

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const size = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString(locale)} KB`;

function sizeAndEnd({ sizeBytes, expiresAt }: DataExport): string {
  const kilobytes = size(sizeBytes ?? 0);
  const lastDay = day.format(new Date(expiresAt));
  return t`${kilobytes}, until ${lastDay}`;
}

/** Fetches the file with the user's token, which a plain link would not send, and saves it. */
async function download({ id, requestedAt }: DataExport): Promise<void> {
  const response = await server.account.exports[':id'].$get(byId(id));
  if (!response.ok) throw new Error(t`This file is no longer on the server. Request a new copy.`);
  saveFile(`my-data-${requestedAt.slice(0, 10)}.zip`, await response.blob());
}

function ExportRow({ one }: { one: DataExport }) {
  const attempt = useAttempt();
  const save = () => void attempt(t`The file could not be downloaded`, () => download(one));
  const asked = moment.format(new Date(one.requestedAt));
  return (
    <li className="flex min-h-action flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line px-4 py-2">
      <span className="min-w-0 grow">
        <span className="block font-medium">{asked}</span>
        <span className="block text-ink-soft text-sm">
          {one.state === 'ready' && sizeAndEnd(one)}
          {one.state === 'waiting' && t`You can leave this page; it is ready in a moment.`}
          {one.state === 'failed' && t`Request a new copy, or ask your administrator.`}
        </span>
      </span>
      {one.state === 'waiting' && (
        <Badge tone="neutral">
          <Trans>Preparing</Trans>
        </Badge>
      )}
      {one.state === 'failed' && (
        <Badge tone="danger">
          <Trans>Failed</Trans>
        </Badge>
      )}
      {one.state === 'ready' && (
        <Button variant="secondary" aria-label={t`Download the copy of ${asked}`} onClick={save}>
          <Trans>Download</Trans>
        </Button>
      )}
    </li>
  );
}

function Exports() {
  const attempt = useAttempt();
  const { outcome, again } = useOnlineCall(readExports, t`Your copies could not be listed.`);
  const { isOffline } = useConnection();
  const [isBusy, setBusy] = useState(false);
  const isWaiting = outcome?.kind === 'loaded' && outcome.answer.exports.some(({ state }) => state === 'waiting');
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(again, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting, again]);
  const request = async () => {
    setBusy(true);
    if (await attempt(t`The copy could not be requested`, () => call(server.account.exports.$post()))) again();
    setBusy(false);
  };
  return (
    <>
      <OnlinePart
        {...{ outcome, again }}
        loading={t`Loading your copies`}
        offline={t`Copies are listed here when you're back online.`}
      >
        {({ exports }) =>
          exports.length > 0 && (
            <ul aria-live="polite" className="flex flex-col gap-2">
              {exports.map((one) => (
                <ExportRow key={one.id} one={one} />
              ))}
            </ul>
          )
        }
      </OnlinePart>
      <Button variant="secondary" disabled={isBusy || isWaiting || isOffline} onClick={() => void request()}>
        <Trans>Request a copy</Trans>
      </Button>
    </>
  );
}

export function DataCard() {
  const engine = useEngine();
  const navigate = useNavigate();
  const toast = useToast();
  const [isErasing, setErasing] = useState(false);
  const leave = async (message: string) => {
    toast({ title: t`Account erased`, description: message });
    // It ended with the account: there is nothing to end at the auth service.
    await clearSession(device, engine.userId);
    await signOut(engine, { unsent: 'discard', leavesDownloads: false }, () => void navigate(paths.home()));
  };
  return (
    <TitledCard title={t`Your Data`}>
      <p className="text-ink-soft">
        <Trans>
          Get a copy of everything stored about you, as files for people and spreadsheets. It can be downloaded for{' '}
          {EXPORT_KEPT_DAYS} days.
        </Trans>
      </p>
      <Exports />
      <Button variant="quiet" className="self-start text-danger-text" onClick={() => setErasing(true)}>
        <Trans>Erase my account</Trans>
      </Button>
      {isErasing && (
        <EraseDialog
          erase={(proof) => call(server.account.erase.$post({ json: { ...(proof && { proof }) } }))}
          onClose={() => setErasing(false)}
          onErased={({ message }) => void leave(message)}
        />
      )}
    </TitledCard>
  );
}
