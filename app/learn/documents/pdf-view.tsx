// A PDF with a search: the viewer of pdfjs in our own frame, because the browser's own is missing in installed apps.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, ChevronUp, Search, ZoomIn, ZoomOut } from 'lucide-react';
import { AnnotationMode, GlobalWorkerOptions, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import jbig2Address from 'pdfjs-dist/wasm/jbig2.wasm?url';
import openjpegAddress from 'pdfjs-dist/wasm/openjpeg.wasm?url';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../device/connection.ts';
import { IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-view.tsx';

GlobalWorkerOptions.workerSrc = workerAddress;

/** What a tablet's memory holds of one page: 16 megapixels. */
const MOST_PIXELS = 2 ** 24;

/** What reads scans: the formats of fax and JBIG2, and JPEG 2000. */
const DECODERS: Record<string, string> = { 'jbig2.wasm': jbig2Address, 'openjpeg.wasm': openjpegAddress };

/** Fetches for the worker, which has no network, a decoder that it names; there is nothing else that it could ask for. */
class Decoders {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = DECODERS[filename];
    if (!address) throw new Error(`There is no ${filename}.`);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${filename} was answered with ${answer.status}.`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

type Found = { current: number; total: number };
type OpenPdf = { viewer: PDFViewer; events: EventBus; close: () => void };

/** Shows the PDF at this address in the box; `onPages` hears when there is something to see. */
function openPdf(box: HTMLDivElement, address: string, hears: Hears): OpenPdf {
  const events = new EventBus();
  const links = new PDFLinkService({ eventBus: events, externalLinkTarget: LinkTarget.BLANK });
  const finder = new PDFFindController({ eventBus: events, linkService: links });
  const viewer = new PDFViewer({
    container: box,
    viewer: box.firstElementChild as HTMLDivElement,
    eventBus: events,
    linkService: links,
    findController: finder,
    // Links, and no forms.
    annotationMode: AnnotationMode.ENABLE,
    removePageBorders: true,
    maxCanvasPixels: MOST_PIXELS,
    enableSelectionRendering: false,
  });
  links.setViewer(viewer);
  events.on('pagesinit', () => {
    viewer.currentScaleValue = 'page-width';
    hears.onPages(viewer.pagesCount);
  });
  events.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => hears.onPage(pageNumber));
  const tell = ({ matchesCount }: { matchesCount: Found }) => hears.onFound(matchesCount);
  events.on('updatefindmatchescount', tell);
  events.on('updatefindcontrolstate', tell);
  // A tablet that is turned shows the page at its new width, unless its person has zoomed.
  const turned = new ResizeObserver(() => {
    if (viewer.currentScaleValue === 'page-width') viewer.currentScaleValue = 'page-width';
    viewer.update();
  });
  turned.observe(box);
  // Only what is looked at is fetched, not the whole file.
  const loading = getDocument({
    url: address,
    disableAutoFetch: true,
    disableStream: true,
    BinaryDataFactory: Decoders,
  });
  loading.promise.then(
    (pdf) => {
      viewer.setDocument(pdf);
      links.setDocument(pdf);
    },
    (error: Error) => hears.onFailure(error),
  );
  return {
    viewer,
    events,
    close: () => {
      turned.disconnect();
      viewer.setDocument(null as never);
      void loading.destroy();
    },
  };
}

type Hears = {
  onPages: (count: number) => void;
  onPage: (page: number) => void;
  onFound: (found: Found) => void;
  onFailure: (error: Error) => void;
};

export function PdfView({ address, title }: { address: string; title: string }) {
  const box = useRef<HTMLDivElement>(null);
  const open = useRef<OpenPdf>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const [pages, setPages] = useState(0);
  const [page, setPage] = useState(1);
  const [found, setFound] = useState<Found>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it anew
  useEffect(() => {
    if (!box.current) return;
    let isOpen = true;
    setFailed(false);
    setPages(0);
    open.current = openPdf(box.current, address, {
      onPages: setPages,
      onPage: setPage,
      onFound: setFound,
      onFailure: (error) => {
        if (!isOpen) return;
        console.warn('A document could not be shown.', error);
        setFailed(true);
      },
    });
    return () => {
      isOpen = false;
      open.current?.close();
    };
  }, [address, attempt]);

  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-3 pb-2">
        <SearchBox find={(query, how) => search(open.current, query, how)} found={found} />
        <div className="ms-auto flex items-center">
          <p className="px-1 text-ink-soft text-sm tabular-nums">{pages > 0 && t`Page ${page} of ${pages}`}</p>
          <IconButton icon={ZoomOut} aria-label={t`Zoom out`} onClick={() => open.current?.viewer.decreaseScale()} />
          <IconButton icon={ZoomIn} aria-label={t`Zoom in`} onClick={() => open.current?.viewer.increaseScale()} />
        </div>
      </div>
      <div className="relative min-h-0 grow bg-sunken">
        <section aria-label={title}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys */}
          <div ref={box} dir="ltr" tabIndex={0} className="absolute inset-0 overflow-auto">
            <div className="pdfViewer" />
          </div>
        </section>
        {hasFailed && <Failure title={title} retry={() => setAttempt(attempt + 1)} />}
        {!hasFailed && pages === 0 && (
          <div role="status" className="absolute inset-0 p-4">
            <span className="sr-only">
              <Trans>Loading the document</Trans>
            </span>
            <Skeleton className="mx-auto h-full max-w-3xl" />
          </div>
        )}
      </div>
    </div>
  );
}

function Failure({ title, retry }: { title: string; retry: () => void }) {
  const { isOffline } = useConnection();
  return (
    <div className="absolute inset-0 overflow-auto bg-surface">
      {isOffline ? (
        <EmptyState title={t`“${title}” is not on this device`} onRetry={retry}>
          <Trans>Download the lesson while you're online, and its documents open without a connection.</Trans>
        </EmptyState>
      ) : (
        <ErrorState title={t`“${title}” can't be shown`} onRetry={retry}>
          <Trans>It could not be loaded, or the file is damaged.</Trans>
        </ErrorState>
      )}
    </div>
  );
}

type How = 'new' | 'next' | 'previous';

function search(pdf: OpenPdf | undefined, query: string, how: How): void {
  pdf?.events.dispatch('find', {
    source: pdf,
    type: how === 'new' ? '' : 'again',
    query,
    highlightAll: true,
    caseSensitive: false,
    entireWord: false,
    matchDiacritics: false,
    findPrevious: how === 'previous',
  });
}

function SearchBox({ find, found }: { find: (query: string, how: How) => void; found: Found | undefined }) {
  const [query, setQuery] = useState('');
  const isAsked = query.trim() !== '';
  const { current, total } = found ?? { current: 0, total: 0 };
  const result = isAsked && found ? (total > 0 ? t`${current} of ${total}` : t`No matches`) : '';
  return (
    <search className="flex min-w-0 grow basis-72 items-center sm:max-w-xl">
      <div className="relative min-w-0 grow">
        <Search aria-hidden className="pointer-events-none absolute top-3.5 start-3 size-5 text-ink-soft" />
        <input
          type="search"
          aria-label={t`Search this document`}
          placeholder={t`Search`}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            find(target.value, 'new');
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !isAsked) return;
            event.preventDefault();
            find(query, event.shiftKey ? 'previous' : 'next');
          }}
          className="h-12 w-full rounded-md border border-line-strong bg-surface pe-3 ps-10"
        />
      </div>
      <p role="status" className="whitespace-nowrap px-2 text-ink-soft text-sm tabular-nums">
        {result}
      </p>
      <IconButton
        icon={ChevronUp}
        aria-label={t`Previous match`}
        disabled={!found?.total || !isAsked}
        onClick={() => find(query, 'previous')}
      />
      <IconButton
        icon={ChevronDown}
        aria-label={t`Next match`}
        disabled={!found?.total || !isAsked}
        onClick={() => find(query, 'next')}
      />
    </search>
  );
}
