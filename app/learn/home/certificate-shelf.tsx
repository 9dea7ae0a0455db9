// What was achieved, one tap away: a seal, the course, the year and the end, the one that ends first in front.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import { isEndNews, isRunningOut, type OwnCertificate } from '#sync/contract/certificate.ts';
import type { Course } from '#sync/contract/course.ts';
import { dayOf } from '#sync/contract/due.ts';
import { readCertificates } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePull } from '../../device/use-pull.ts';
import { paths } from '../../paths.ts';
import { locale } from '../../ui/language.ts';
import { Link } from '../../ui/router.ts';

/** `year` is undefined for a certificate that this device has only heard of. */
type Seal = { key: string; to: string; title: string; year: number | undefined; end: string | undefined };

/** The last valid certificate of each course, and those that the catalog tells of. */
function sealsOf(certificates: readonly OwnCertificate[], courses: readonly Course[]): Seal[] {
  const seals = new Map<string, Seal>();
  // Newest first: an earlier round's stays behind.
  for (const { courseId, serial, courseTitle, issuedAt, validUntil, revokedAt } of certificates) {
    const key = courseId === null ? serial : `course ${courseId}`;
    if (revokedAt || seals.has(key)) continue;
    const to = courseId === null ? paths.verifySerial(serial) : paths.certificate(courseId, { serial });
    const year = new Date(issuedAt).getFullYear();
    seals.set(key, { key, to, title: courseTitle, year, end: validUntil ?? undefined });
  }
  for (const { id, title, certificateEnds } of courses) {
    const key = `course ${id}`;
    if (!certificateEnds || seals.has(key)) continue;
    seals.set(key, { key, to: paths.certificate(id), title, year: undefined, end: certificateEnds });
  }
  return [...seals.values()];
}

/** What is news first, what ended long ago last, between them by their end; one without an end stays behind those with one. */
function inOrder(seals: Seal[], today: string): Seal[] {
  const rank = ({ end }: Seal) => (end && isEndNews(end, today) ? 0 : end && end < today ? 2 : 1);
  return seals.sort((a, b) => rank(a) - rank(b) || (a.end ?? '9').localeCompare(b.end ?? '9'));
}

/** 'until Dec 20' in the coming year, else 'until Oct 2027'; 'expired Nov 3', 'no expiry'. */
function endWords(end: string | undefined, today: string): string {
  if (!end) return t`no expiry`;
  const isNear = isRunningOut(end, today) && isEndNews(end, today);
  const options: Intl.DateTimeFormatOptions = isNear
    ? { month: 'short', day: 'numeric' }
    : { month: 'short', year: 'numeric' };
  const day = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(end));
  return end < today ? t`expired ${day}` : t`until ${day}`;
}

const POINTS = Array.from({ length: 48 }, (_, index) => {
  const [angle, radius] = [(index * Math.PI) / 24, index % 2 === 0 ? 49 : 44];
  return `${(50 + radius * Math.cos(angle)).toFixed(1)},${(50 + radius * Math.sin(angle)).toFixed(1)}`;
}).join(' ');

const SealMark = () => (
  <svg aria-hidden="true" viewBox="0 0 100 100" className="size-14 shrink-0 fill-none" strokeLinecap="round">
    <polygon points={POINTS} className="fill-accent" />
    <circle cx="50" cy="50" r="37" className="stroke-accent-ink" strokeWidth="1.5" />
    <path d="M35 51l10 10 21-22" className="stroke-accent-ink" strokeWidth="6.5" strokeLinejoin="round" />
  </svg>
);

/** Whether the person has, or had, a certificate, as far as the catalog says. */
export const hasAchieved = (courses: readonly Course[]): boolean =>
  courses.some(({ percentComplete, certificateEnds }) => percentComplete === 100 || certificateEnds !== undefined);

/** Nothing for somebody without a certificate. */
export function CertificateShelf({ courses }: { courses: readonly Course[] }) {
  const { replica } = useEngine();
  const certificates = useLiveQuery(() => readCertificates(replica), [replica]);
  const today = dayOf(new Date());
  const seals = inOrder(sealsOf(certificates ?? [], courses), today);
  const news = seals.filter(({ end }) => end && isEndNews(end, today));
  const renewed = news.length === 1 ? news[0]?.title : undefined;
  const count = seals.length;
  return (
    <>
      {hasAchieved(courses) && <PullCertificates />}
      {seals.length > 0 && (
        <section aria-labelledby="certificates" className="flex flex-col gap-2">
          <div className="flex items-center justify-between gap-3">
            <h2 id="certificates" className="font-bold text-xl">
              {seals.length === 1 ? t`Your certificate` : t`Your certificates`}
            </h2>
            {seals.length > 1 && (
              <Link
                to={paths.dashboard()}
                className="inline-flex min-h-touch shrink-0 items-center font-semibold text-accent-text hover:underline"
              >
                <Trans>See all {count}</Trans>
              </Link>
            )}
          </div>
          {news.length > 0 && (
            <p className="-mt-2 text-ink-soft text-sm">
              {renewed === undefined ? (
                <Trans>An administrator can renew them. You then take the course again.</Trans>
              ) : (
                <Trans>
                  An administrator can renew <bdi>{renewed}</bdi>. You then take the course again.
                </Trans>
              )}
            </p>
          )}
          <ul className="-mx-4 flex gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none] md:flex-wrap md:overflow-visible">
            {seals.map(({ key, to, title, year, end }) => {
              const isNews = end !== undefined && isEndNews(end, today);
              return (
                <li key={key} className="w-62 shrink-0">
                  <Link
                    to={to}
                    className="flex h-full min-h-24 items-center gap-3 rounded-lg border border-line bg-surface p-3 shadow-low hover:bg-sunken"
                  >
                    <SealMark />
                    <span className="min-w-0 grow">
                      <span dir="auto" className="block font-semibold leading-snug">
                        {title}
                      </span>
                      <span
                        className={`mt-0.5 flex items-center gap-1 text-sm ${isNews ? 'font-semibold' : 'text-ink-soft'}`}
                      >
                        {isNews && <Clock aria-hidden className="size-4 shrink-0" />}
                        <span>
                          {year && `${year}, `}
                          <span className="whitespace-nowrap">{endWords(end, today)}</span>
                        </span>
                      </span>
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}

/** Draws nothing: a device that is new to its person has none of them. */
function PullCertificates() {
  const engine = useEngine();
  usePull(() => engine.pullCertificates(), [engine]);
  return null;
}
