// The documents beside a lesson: PDF opens in a viewer of our own, sound plays where it stands.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight, FileText } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import type { LessonDocument } from '#sync/contract/document.ts';
import { pictureWithToken } from '../../api/media-token.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useBackOnline, useConnection } from '../../device/connection.ts';
import { cacheMedia } from '../../device/media-worker.ts';
import { sizeLabel } from '../../ui/course-labels.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/error-boundary.tsx';
import { useHistoryLayer } from '../../ui/history-layer.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';

const PdfView = lazyPart(
  () => import('./pdf-view.tsx').then((file) => file.PdfView),
  () => <NoViewer />,
);

function NoViewer() {
  const { isOffline } = useConnection();
  return isOffline ? (
    <EmptyState title={t`The viewer is not on this device`}>
      <Trans>It comes with the first PDF. Connect to the internet, then reload this page.</Trans>
    </EmptyState>
  ) : (
    <NotLoaded title={t`The viewer could not be loaded`} />
  );
}

const addressOf = ({ assetId }: LessonDocument) => `/media/${assetId}`;

/** The address of a document, with a token where no worker adds the bearer token; undefined until that is known. */
function useAddress(document: LessonDocument): string | undefined {
  const isKnown = useActiveUser().state === 'known';
  const plain = addressOf(document);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const token = isKnown ? pictureWithToken(plain).catch(() => null) : Promise.resolve(null);
    void token.then((found) => isCurrent && setAddress(found ?? plain));
    return () => {
      isCurrent = false;
    };
  }, [isKnown, plain]);
  useEffect(() => cacheMedia([plain]), [plain]);
  return address;
}

/** Begins the name of an open document in the history. */
const OPEN = 'document ';

/** A list of documents; the one that is the lesson itself stands without a title. */
export function Documents({ title, documents }: { title?: string; documents: readonly LessonDocument[] }) {
  const layer = useHistoryLayer();
  const opened = documents.find(({ assetId }) => layer.opened === OPEN + assetId);
  if (documents.length === 0) return null;
  return (
    <section aria-label={title}>
      {title && <h2 className="mb-2 font-semibold text-lg">{title}</h2>}
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {documents.map((document) => (
          <li key={document.assetId}>
            {document.contentType === 'application/pdf' ? (
              <button
                type="button"
                onClick={() => layer.open(OPEN + document.assetId)}
                className="flex min-h-action w-full items-center gap-3 rounded-lg px-4 py-2 text-start hover:bg-sunken"
              >
                <FileText aria-hidden className="size-6 shrink-0 text-accent-text" />
                <span className="min-w-0 grow">
                  <span dir="auto" className="block font-medium">
                    {document.title}
                  </span>
                  <span className="text-ink-soft text-sm">PDF · {sizeLabel(document.bytes)}</span>
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
              </button>
            ) : (
              <Sound document={document} />
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <Dialog open shape="page" title={opened.title} onOpenChange={layer.close}>
          <OpenDocument document={opened} />
        </Dialog>
      )}
    </section>
  );
}

function OpenDocument({ document }: { document: LessonDocument }) {
  const address = useAddress(document);
  const waiting = <Skeleton className="m-4 grow" />;
  if (!address) return waiting;
  return (
    <Suspense fallback={waiting}>
      <PdfView address={address} title={document.title} />
    </Suspense>
  );
}

function Sound({ document }: { document: LessonDocument }) {
  const { title, bytes } = document;
  const name = useId();
  const address = useAddress(document);
  const { isOffline } = useConnection();
  const [hasFailed, setFailed] = useState(false);
  const player = useRef<HTMLAudioElement>(null);
  useBackOnline(() => {
    if (!hasFailed) return;
    setFailed(false);
    player.current?.load();
  });
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <p id={name} className="font-medium">
        <bdi>{title}</bdi>{' '}
        <span className="font-normal text-ink-soft text-sm">
          <Trans>Audio</Trans> · {sizeLabel(bytes)}
        </span>
      </p>
      {/* Nothing is fetched before it is played. */}
      {/* biome-ignore lint/a11y/useMediaCaption: the author's recording has none */}
      <audio
        ref={player}
        aria-labelledby={name}
        controls
        preload="none"
        src={address}
        onError={() => setFailed(true)}
        onPlaying={() => setFailed(false)}
        className="w-full"
      />
      <p role="alert" className="text-danger-text text-sm empty:hidden">
        {hasFailed &&
          (isOffline
            ? t`This recording is not on this device. Download the lesson while you're online.`
            : t`This recording could not be played. Your browser may not support its format.`)}
      </p>
    </div>
  );
}
