// What has been sent, what is waiting and why, and what needs the user's attention (R-O9, Y28).
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Award, ChevronRight, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LIST_LIMIT, readCertificates, readEntries, type SyncStatus } from '#sync/store/reads.ts';
import { VisitorOfferInPage } from '../../account/shared-device/visitor-offer.tsx';
import { toasts } from '../../api/messages.ts';
import { useActiveUser, useEngine, useSyncStatus } from '../../device/active-user.tsx';
import { unsentCount, useConnection } from '../../device/connection.ts';
import { unhurried, useLiveQuery } from '../../device/live-query.ts';
import { COMPLETED, paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Link } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { SevenDays } from '../install-card.tsx';
import { PAUSED, pendingChanges, withoutRepeats } from './entry-messages.ts';
import { BlockedRow, EntryRow } from './entry-rows.tsx';
import { NetworkFact, WorkFact } from './facts.tsx';
import { WorkFileCard } from './work-file-card.tsx';

const SHOWN_AT_FIRST = 20;
const KEPT_FOR = t`Sent work stays listed here for 90 days.`;
/** Shown when Sync now is pressed offline. */
const NOT_REACHED = {
  title: t`The server cannot be reached`,
  description: t`Your work is saved on this device and sent automatically later.`,
};

type EntryListProps<Item> = {
  title: string;
  entries: Item[];
  /** The full count, when `entries` are only the first ones. */
  total?: number;
  empty: string;
  action?: ReactNode;
  row: (entry: Item) => ReactNode;
};

/** Draws only the first rows of a long list until the user asks for all: sending never waits for rendering (Y28c). */
function EntryList<Item>({ title, entries, total = entries.length, empty, action, row }: EntryListProps<Item>) {
  const [showsAll, setShowsAll] = useState(false);
  const count = entries.length;
  return (
    <section className="mt-8">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-semibold text-lg">
          {title} <span className="font-normal text-ink-soft">({total})</span>
        </h2>
        {action}
      </div>
      {entries.length === 0 ? (
        <p className="text-ink-soft">{empty}</p>
      ) : (
        <Card>
          <ul className="divide-y divide-line">{entries.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map(row)}</ul>
        </Card>
      )}
      {entries.length > SHOWN_AT_FIRST && !showsAll && (
        <Button variant="quiet" className="mt-2" onClick={() => setShowsAll(true)}>
          {total > count ? t`Show the first ${count}` : t`Show all ${count}`}
        </Button>
      )}
    </section>
  );
}

/** A certificate that comes while the page is open leads to its moment. */
function NewCertificates() {
  const { replica } = useEngine();
  const certificates = useLiveQuery(() => readCertificates(replica), [replica]);
  const known = useRef<Set<string>>(undefined);
  if (certificates) known.current ??= new Set(certificates.map(({ serial }) => serial));
  const news = certificates?.filter(({ serial }) => !known.current?.has(serial)) ?? [];
  return (
    <div role="status">
      {news.map(
        ({ serial, courseId, courseTitle }) =>
          courseId && (
            <Link
              key={serial}
              to={paths.certificate(courseId)}
              state={COMPLETED}
              className="mt-4 flex min-h-19 items-center gap-3 rounded-lg bg-complete-soft p-3 ps-4 text-complete-text"
            >
              <Award aria-hidden className="size-6 shrink-0" />
              <span className="min-w-0 grow font-semibold">
                <Trans>Your certificate is here: {courseTitle}</Trans>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0" />
            </Link>
          ),
      )}
    </div>
  );
}

function PausedNotice({ status }: { status: SyncStatus }) {
  if (!status.pausedReason) return null;
  return (
    <div role="alert" className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-danger-soft p-4">
      <p className="font-medium text-danger-text">{PAUSED[status.pausedReason]}</p>
      {status.pausedReason === 'auth' && (
        <Button to={paths.signIn()}>
          <Trans>Sign In</Trans>
        </Button>
      )}
    </div>
  );
}

export function SyncStatusPage() {
  usePageTitle(t`Sync`);
  const engine = useEngine();
  const isVisitor = useActiveUser().state !== 'known';
  const status = useSyncStatus();
  const { isOffline, work } = useConnection();
  // The state of the last request may be an hour old.
  useEffect(() => void engine.checkReachable().catch(() => undefined), [engine]);
  const entries = useLiveQuery(
    unhurried(
      () => readEntries(engine.replica),
      ({ waiting }) => waiting.length === LIST_LIMIT,
    ),
    [engine],
  );
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  /** When the device fails, a toast says so and the button can be pressed again. */
  const runBusy = async (work: () => Promise<void>) => {
    setIsBusy(true);
    await work().catch((error: unknown) => {
      console.warn('The work on this device could not be sent.', error);
      toast(toasts.progressUpdateFailed);
    });
    setIsBusy(false);
  };
  const syncNow = async () => {
    const { kind } = await engine.syncNow();
    // With nothing to send, no request was made, and the page could say 'Offline' although the network is back.
    const reached = kind === 'nothing' ? (await engine.pullCatalog()).kind : kind;
    if (reached === 'offline') toast(NOT_REACHED);
  };
  const retryAll = async () => {
    await engine.retryAll();
    await syncNow();
    const { attention } = await readEntries(engine.replica);
    if (attention.length > 0) toast({ title: t`Some changes still need attention`, variant: 'destructive' });
  };
  const sent = withoutRepeats(entries?.sent ?? []);

  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-2 pb-8 md:pt-4 lg:pt-8">
      <h1 className="font-bold text-2xl">
        <Trans>Sync</Trans>
      </h1>
      {status && entries ? (
        <>
          <Card className="mt-4 flex flex-col gap-4 p-4">
            <div className="grid gap-4 md:grid-cols-2">
              <WorkFact work={work} status={status} />
              <NetworkFact isOffline={isOffline} isVisitor={isVisitor} isPaused={status.pausedReason !== null} />
            </div>
            {!isVisitor && (
              <Button
                size="big"
                variant={isOffline || entries.waiting.length === 0 ? 'secondary' : 'primary'}
                onClick={() => void runBusy(syncNow)}
                disabled={isBusy}
              >
                <RefreshCw aria-hidden className={`size-5 ${isBusy ? 'animate-spin' : ''}`} />
                <Trans>Sync now</Trans>
              </Button>
            )}
          </Card>
          <PausedNotice status={status} />
          {!isVisitor && <NewCertificates />}
          {entries.waiting.length > 0 && <SevenDays isVisitor={isVisitor} />}
          <VisitorOfferInPage />
          {entries.attention.length > 0 && (
            <EntryList
              title={t`Needs attention`}
              entries={entries.attention}
              total={status.attention}
              empty=""
              action={
                status.attention > 1 && (
                  <Button variant="secondary" onClick={() => void runBusy(retryAll)} disabled={isBusy}>
                    <Trans>Retry all</Trans>
                  </Button>
                )
              }
              row={(entry) => <BlockedRow key={entry.seq} entry={entry} />}
            />
          )}
          <EntryList
            title={isVisitor ? t`Kept on this device` : t`Waiting`}
            entries={pendingChanges(entries.waiting)}
            total={unsentCount(status)}
            empty={isVisitor ? t`Nothing was done here without signing in.` : t`Nothing waiting to be sent.`}
            row={({ subject, entry, label }) => <EntryRow key={subject} entry={entry} label={label} />}
          />
          {!isVisitor && (
            <EntryList
              title={t`Sent`}
              entries={sent}
              empty={t`Nothing sent from this device yet.`}
              action={sent.length > 0 && <p className="text-ink-soft text-sm">{KEPT_FOR}</p>}
              row={(entry) => <EntryRow key={entry.seq} entry={entry} />}
            />
          )}
          {!isVisitor && <WorkFileCard />}
        </>
      ) : (
        <div className="mt-4 space-y-3">
          <Skeleton className="h-48" />
          <Skeleton className="mt-8 h-40" />
        </div>
      )}
    </div>
  );
}
