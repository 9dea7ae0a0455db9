import { CalendarX } from 'lucide-react';
import { type CertificateEnd, validityOf } from '#sync/contract/certificate.ts';
import { dayOf } from '#sync/contract/due.ts';
import { validityWords } from '../ui/course-labels.ts';

/** Until when a certificate is valid, by the calendar of this device; nothing for one without an end. */
export function ValidityMark({ certificate }: { certificate: CertificateEnd }) {
  const today = dayOf(new Date());
  const words = validityWords(certificate, today);
  if (!words) return null;
  const isFine = validityOf(certificate, today) === 'valid';
  return (
    <span className={`flex items-center gap-1 text-sm ${isFine ? 'text-ink-soft' : 'font-semibold text-ink'}`}>
      {!isFine && <CalendarX aria-hidden className="size-4 shrink-0" />}
      {words}
    </span>
  );
}
