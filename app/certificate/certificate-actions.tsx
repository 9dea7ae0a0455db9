import { Copy, Download, Printer, Share2 } from 'lucide-react';
import { type Certificate, certificatePdfPath, fitsPdf } from '#sync/contract/certificate.ts';
import { useConnection } from '../connection.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import { verifyAddress } from './certificate-sheet.tsx';

/** What can be done with a certificate: take the PDF, print the page, pass the link on. */
export function CertificateActions({ certificate }: { certificate: Certificate }) {
  const hasPdf = fitsPdf(certificate);
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        {hasPdf && <PdfButton serial={certificate.serial} />}
        <Button variant={hasPdf ? 'secondary' : 'primary'} size={hasPdf ? 'normal' : 'big'} onClick={() => print()}>
          <Printer aria-hidden className="size-5" />
          Print
        </Button>
        <LinkButtons certificate={certificate} />
      </div>
      {!hasPdf && (
        <p className="text-ink-soft">
          The PDF is made for Latin, Greek and Cyrillic letters. Print this page instead: it shows every letter, and the
          print dialog can save it as a PDF.
        </p>
      )}
    </div>
  );
}

function PdfButton({ serial }: { serial: string }) {
  const { isOffline } = useConnection();
  const words = (
    <>
      <Download aria-hidden className="size-5" />
      Download PDF
    </>
  );
  if (!isOffline) {
    return (
      <Button to={certificatePdfPath(serial)} reloadDocument download size="big">
        {words}
      </Button>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="big" disabled aria-describedby="pdf-offline">
        {words}
      </Button>
      <span id="pdf-offline" className="text-ink-soft text-sm">
        The PDF needs the network.
      </span>
    </span>
  );
}

function LinkButtons({ certificate: { serial, courseTitle } }: { certificate: Certificate }) {
  const toast = useToast();
  const url = verifyAddress(serial);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Link copied', description: 'Whoever has it can verify your certificate.' });
    } catch {
      toast({ title: 'The link could not be copied', description: url, variant: 'destructive' });
    }
  };
  // Whoever closes the system's sheet without choosing has not failed.
  const share = () => navigator.share({ title: `Certificate: ${courseTitle}`, url }).catch(() => {});
  return (
    <>
      <Button variant="secondary" onClick={() => void copy()}>
        <Copy aria-hidden className="size-5" />
        Copy link
      </Button>
      {'share' in navigator && (
        <Button variant="secondary" onClick={() => void share()}>
          <Share2 aria-hidden className="size-5" />
          Share
        </Button>
      )}
    </>
  );
}
