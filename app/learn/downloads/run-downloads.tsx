// Runs the user's downloads while the page is open; another tab takes over when it is closed.

import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { createDownloader, type DownloadPorts } from '#sync/downloads/downloader.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { grantWhatIsHere } from '#sync/downloads/what-is-here.ts';
import type { Engine } from '#sync/engine.ts';
import { webPorts } from '#sync/web-ports.ts';
import { sessionPort } from '../../api/session.ts';
import { useEngine, useSyncStatus } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { isInstalled } from '../../device/install.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { cachePdfViewer } from '../../device/media-worker.ts';
import { pageSignals } from '../../device/page-signals.ts';
import { sizeLabel } from '../../ui/course-labels.ts';
import { useToast } from '../../ui/toast.tsx';
import { askToPersist } from './persistence.ts';

function pagePorts(): DownloadPorts {
  return {
    ...webPorts({ session: sessionPort, signals: pageSignals }),
    // A redirect comes from a captive portal, never from us; and the media cache makes the HTTP cache unnecessary.
    fetch: (path, init) => fetch(path, { ...init, redirect: 'error', cache: 'no-store' }),
    cache: openMediaCache(),
  };
}

/** Draws nothing. Without https a browser has no caches, and nothing can be downloaded. */
export function RunDownloads() {
  const engine = useEngine();
  useEffect(() => {
    if (!('caches' in window)) return;
    const downloader = createDownloader({ userId: engine.userId, device, ports: pagePorts(), puller: engine });
    downloader.start();
    return () => downloader.stop();
  }, [engine]);
  useEffect(() => {
    if (isInstalled()) void askToPersist('installed');
    const ask = () => void askToPersist('installed');
    window.addEventListener('appinstalled', ask);
    return () => window.removeEventListener('appinstalled', ask);
  }, []);
  const status = useSyncStatus();
  const hasUnsent = status !== undefined && status.waiting + status.sending > 0;
  useEffect(() => {
    if (hasUnsent) void askToPersist('unsent');
  }, [hasUnsent]);
  const toast = useToast();
  const isReached = status?.reachable === true;
  useEffect(() => {
    if (!isReached || !('caches' in window)) return;
    // What could not be asked for is asked for at the next contact.
    takeWhatIsHere(engine).then(
      (courses) => courses && toast({ title: t`Already on this device`, description: courses }),
      () => undefined,
    );
  }, [engine, isReached, toast]);
  const hasPdf = useLiveQuery(hasPdfHere, []);
  useEffect(() => {
    if (hasPdf) cachePdfViewer();
  }, [hasPdf]);
  return null;
}

/** After a sign-in (Y23a). Returns the courses of which something was granted, in words; '' for none. */
async function takeWhatIsHere(engine: Engine): Promise<string> {
  const { userId } = engine;
  if (!(await device.people.get(userId))?.takesWhatIsHere) return '';
  const courses = await grantWhatIsHere(device, engine, userId, Date.now());
  if (!courses) return '';
  await device.people.update(userId, { takesWhatIsHere: false });
  return courses.map(({ title, bytes }) => (bytes > 0 ? `${title} (${sizeLabel(bytes)})` : title)).join(', ');
}

const hasPdfHere = async () =>
  (await device.downloads.filter(({ file }) => file?.contentType === 'application/pdf').count()) > 0;
