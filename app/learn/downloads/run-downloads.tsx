// Runs the user's downloads while the page is open; another tab takes over when it is closed.
import { useEffect } from 'react';
import { createDownloader, type DownloadPorts } from '#sync/downloads/downloader.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { webPorts } from '#sync/web-ports.ts';
import { sessionPort } from '../../api/session.ts';
import { useEngine, useSyncStatus } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { isInstalled } from '../../device/install.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { cachePdfViewer } from '../../device/media-worker.ts';
import { pageSignals } from '../../device/page-signals.ts';
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
  const hasPdf = useLiveQuery(hasPdfHere, []);
  useEffect(() => {
    if (hasPdf) cachePdfViewer();
  }, [hasPdf]);
  return null;
}

const hasPdfHere = async () =>
  (await device.downloads.filter(({ file }) => file?.contentType === 'application/pdf').count()) > 0;
