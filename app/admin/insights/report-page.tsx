// /admin/report: one sheet for whoever asks whether an organization is compliant (decision 355), on the screen, on paper and as a PDF.
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, FileDown, Printer, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import {
  firstTries,
  footnotes,
  headline,
  latelyLines,
  longDay,
  REPORT_DAYS,
  type ReportLine,
  risen,
  type Share,
  STANDING_IN_REPORT,
  STANDINGS_OF_REPORT,
  shareOf,
  shortDay,
  soonLines,
  type TrainingReport,
  WEAK_BELOW,
  WELL_FROM,
} from '#sync/contract/training-report.ts';
import { ApiError } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { locale } from '../../ui/language.ts';
import { Mark } from '../../ui/logo.tsx';
import { Link } from '../../ui/router.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { adminTexts } from '../forms/messages.ts';
import { type Admin, gated } from '../lists/admin-gate.tsx';
import { OrganizationChoice } from '../lists/searched-choices.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';

export const ReportPage = gated('any', function Report({ isSuperAdmin, organization }: Admin) {
  const { read, change } = useTableAddress();
  const organizationId = isSuperAdmin ? read('organizationId') : (organization?.id ?? '');
  const query = isSuperAdmin ? { organizationId } : {};
  const { data, error, refetch } = useApiQuery(server.analytics.report, { query }, organizationId !== '');
  const pdf = useApiMutation({
    // With the admin's token, which a plain link would not send.
    send: async () => {
      const response = await server.analytics['report.pdf'].$get({ query });
      if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
      saveFile(`training-report-${data?.today}.pdf`, await response.blob());
    },
    errorToast: { title: t`The PDF could not be made`, sentence: t`Please try again in a moment.` },
  });
  return (
    <AdminFrame
      title={t`Training report`}
      back={{ to: paths.admin(), label: t`Back to Overview` }}
      actions={
        data && (
          <>
            <Button icon={Printer} variant="secondary" onClick={() => print()}>
              <Trans>Print</Trans>
            </Button>
            <Button icon={FileDown} disabled={pdf.isRunning} onClick={() => void pdf.run()}>
              {pdf.isRunning ? t`Making the PDF...` : t`Download PDF`}
            </Button>
          </>
        )
      }
    >
      {isSuperAdmin && (
        <div className="sm:w-64 print:hidden">
          <OrganizationChoice value={organizationId} onChange={(chosen) => change({ organizationId: chosen })} />
        </div>
      )}
      {organizationId === '' && (
        <EmptyState title={t`Choose an organization`}>
          <Trans>The report is about its people.</Trans>
        </EmptyState>
      )}
      {error && <ApiErrorView title={adminTexts.failedAnalytics} {...{ error, refetch }} />}
      {!data && !error && organizationId !== '' && <Skeleton className="mx-auto h-160 w-full max-w-210" />}
      {data && <Sheet report={data} isSuperAdmin={isSuperAdmin} />}
    </AdminFrame>
  );
});

function Sheet({ report, isSuperAdmin }: { report: TrainingReport; isSuperAdmin: boolean }) {
  const { organization, today, people, groups } = report;
  return (
    <article
      data-sheet
      aria-label={t`Training report, ${longDay(today)}`}
      className="mx-auto flex w-full max-w-210 flex-col gap-6 rounded-lg border border-line bg-surface p-4 text-ink text-sm shadow-low sm:p-8 print:gap-5 print:border-0 print:p-0 print:shadow-none"
    >
      <header className="flex flex-wrap items-center gap-3 border-ink border-b-2 pb-4 print:pb-2">
        <Mark />
        <div className="min-w-0 grow">
          <p className="font-bold text-2xl tracking-tight">
            <Trans>Training report</Trans>
          </p>
          <p className="text-ink-soft">
            {groups > 0 ? (
              <Trans>
                <bdi>{organization.name}</bdi>, <Plural value={people} one="# person" other="# people" /> in{' '}
                <Plural value={groups} one="# group" other="# groups" />
              </Trans>
            ) : (
              <Trans>
                <bdi>{organization.name}</bdi>, <Plural value={people} one="# person" other="# people" />
              </Trans>
            )}
          </p>
        </div>
        <p className="text-ink-soft">{longDay(today)}</p>
      </header>
      <Everything report={report} />
      {report.all.people > 0 && <Grid report={report} isSuperAdmin={isSuperAdmin} />}
      <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2 print:gap-4">
        <Lines title={t`Last ${REPORT_DAYS} days`} lines={latelyLines(report)} />
        <Lines
          title={t`Next ${REPORT_DAYS} days`}
          lines={soonLines(report)}
          none={t`Nothing ends and nothing is due.`}
        />
      </div>
      <Quizzes report={report} isSuperAdmin={isSuperAdmin} />
      <footer className="mt-auto flex flex-col gap-1 border-line border-t pt-3 text-ink-soft text-xs">
        {footnotes(report).map((note) => (
          <p key={note}>{note}</p>
        ))}
      </footer>
    </article>
  );
}

const TONES = { valid: 'bg-complete', training: 'bg-line-strong', overdue: 'bg-warn', expired: 'bg-danger' };

function Everything({ report }: { report: TrainingReport }) {
  const { all, standings, trend } = report;
  const shown = STANDINGS_OF_REPORT.filter((standing) => standings[standing] > 0);
  return (
    <section className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <p className="font-bold text-4xl tabular-nums tracking-tight sm:text-6xl">
        {all.people > 0 ? `${shareOf(all)}%` : '–'}
      </p>
      <div className="flex min-w-60 flex-1 flex-col gap-2">
        <h2 className="font-bold text-lg">
          <Trans>have everything required valid</Trans>
        </h2>
        <p className="text-ink-soft">{headline(report)}</p>
        <p aria-hidden className="flex h-3 gap-0.5">
          {shown.map((standing) => (
            <span key={standing} className={TONES[standing]} style={{ flexGrow: standings[standing], minWidth: 3 }} />
          ))}
        </p>
        <ul className="flex flex-wrap gap-x-4">
          {shown.map((standing) => (
            <li key={standing} className="flex items-center gap-1.5">
              <span aria-hidden className={`size-2.5 rounded-sm ${TONES[standing]}`} />
              <strong className="tabular-nums">{standings[standing].toLocaleString(locale)}</strong>
              {STANDING_IN_REPORT[standing]}
            </li>
          ))}
        </ul>
      </div>
      <ol
        dir="ltr"
        aria-label={t`The share before`}
        className="flex h-28 items-end gap-1.5 text-center text-xs tabular-nums"
      >
        {trend.map(({ day, share }, n) => {
          const isLast = n === trend.length - 1;
          return (
            <li key={day} className={`flex w-11 flex-col ${isLast ? 'font-bold' : 'text-ink-soft'}`}>
              <span>{share ? `${shareOf(share)}%` : '–'}</span>
              <span
                aria-hidden
                className={isLast ? 'bg-complete' : 'bg-complete/35'}
                style={{ height: share ? `${0.6 * shareOf(share)}px` : 0 }}
              />
              <span className="whitespace-nowrap">{shortDay(day)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const HEAD = 'px-1 pb-1.5 align-bottom font-medium text-ink-soft text-xs';

function Grid({ report, isSuperAdmin }: { report: TrainingReport; isSuperAdmin: boolean }) {
  const { courses, rows, all, organization } = report;
  const id = useId();
  const peopleOf = (group: string) =>
    isSuperAdmin ? paths.adminOrganization(organization.id, { group }) : paths.adminPeople({ group });
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="font-bold text-lg">
        <Trans>By group and course, people with a valid certificate, worst first</Trans>
      </h2>
      <div className="relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0 print:overflow-visible">
        <table className="w-full border-separate border-spacing-x-0.5 border-spacing-y-0 tabular-nums">
          <thead>
            <tr>
              <th scope="col" className={`${HEAD} text-start`}>
                <Trans>Group</Trans>
              </th>
              <th scope="col" className={`${HEAD} whitespace-nowrap text-end`}>
                <Trans>People</Trans>
              </th>
              {courses.map((course) => (
                <th key={course.id} scope="col" className={`${HEAD} min-w-20 text-center`}>
                  <bdi>{course.title}</bdi>
                </th>
              ))}
              <th scope="col" className={`${HEAD} text-end`}>
                <Trans>Everything valid</Trans>
              </th>
              <th scope="col" className={`${HEAD} whitespace-nowrap text-end`}>
                <Trans>{REPORT_DAYS} days</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.id}
                {...{ row, courses }}
                name={
                  row.id ? (
                    <Link to={peopleOf(row.id)} className="hover:underline">
                      <bdi>{row.name}</bdi>
                    </Link>
                  ) : (
                    row.name
                  )
                }
              />
            ))}
            <Row row={all} courses={courses} name={t`Everyone`} isAll />
          </tbody>
        </table>
      </div>
    </section>
  );
}

type RowProps = Pick<TrainingReport, 'courses'> & { row: TrainingReport['all']; name: ReactNode; isAll?: boolean };

function Row({ row, courses, name, isAll = false }: RowProps) {
  const cell = `h-9 border-t px-1.5 ${isAll ? 'border-ink font-bold' : 'border-line'} print:h-7`;
  return (
    <tr>
      <th scope="row" className={`${cell} min-w-28 text-start font-semibold`}>
        {name}
      </th>
      <td className={`${cell} whitespace-nowrap text-end`}>{row.people.toLocaleString(locale)}</td>
      {row.cells.map((share, n) => (
        <td key={courses[n]?.id} className={`${cell} text-center ${isAll ? '' : toneOf(share)}`}>
          {share && !isAll && isWeak(share) && (
            <TriangleAlert role="img" aria-label={t`Weak`} className="me-1 inline size-3.5" />
          )}
          {share ? `${shareOf(share)}%` : '-'}
        </td>
      ))}
      <td className={`${cell} whitespace-nowrap text-end font-bold`}>
        <span aria-hidden className="inline-block h-1.5 w-10 rounded-full bg-sunken align-middle">
          <span className="block h-full rounded-full bg-complete" style={{ width: `${shareOf(row)}%` }} />
        </span>
        <span className="inline-block w-12">{shareOf(row)}%</span>
      </td>
      <td className={`${cell} whitespace-nowrap text-end`}>
        <Change {...row} />
      </td>
    </tr>
  );
}

const isWeak = (share: Share) => shareOf(share) < WEAK_BELOW;

function toneOf(share: Share | null): string {
  if (!share) return 'text-ink-soft';
  if (isWeak(share)) return 'bg-warn-soft font-bold text-warn-text';
  return shareOf(share) >= WELL_FROM ? 'bg-complete-soft text-complete-text' : '';
}

function Change({ before, ...now }: Share & { before: Share | null }) {
  const change = risen(now, before);
  if (change === null)
    return (
      <span className="text-ink-soft">
        <Trans>new</Trans>
      </span>
    );
  if (change === 0) return <span className="text-ink-soft">0</span>;
  const Arrow = change > 0 ? ArrowUp : ArrowDown;
  return (
    <>
      <Arrow role="img" aria-label={change > 0 ? t`Up` : t`Down`} className="me-1 inline size-4" />
      {Math.abs(change)}
    </>
  );
}

function Lines({ title, lines, none }: { title: string; lines: ReportLine[]; none?: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 font-bold text-lg">
        {title}
      </h2>
      {lines.length === 0 && <p className="border-line border-t py-2 text-ink-soft">{none}</p>}
      <ul>
        {lines.map(({ before, bold, rest }) => (
          <li key={before + bold + rest} className="flex gap-3 border-line border-t py-1.5">
            <span className="w-14 shrink-0 font-semibold tabular-nums">{before}</span>
            <span className="min-w-0">
              <strong>{bold}</strong>
              {rest}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Quizzes({
  report: { quizzes, organization },
  isSuperAdmin,
}: {
  report: TrainingReport;
  isSuperAdmin: boolean;
}) {
  const id = useId();
  const of = isSuperAdmin ? `&organizationId=${organization.id}` : '';
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 font-bold text-lg">
        <Trans>Quizzes to look at, with the lowest pass rates</Trans>
      </h2>
      {quizzes.length === 0 && (
        <p className="border-line border-t py-2 text-ink-soft">
          <Trans>Every quiz is passed often enough.</Trans>
        </p>
      )}
      <ul>
        {quizzes.map((quiz) => (
          <li
            key={quiz.lessonId}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-1.5 sm:flex-nowrap print:flex-nowrap"
          >
            <span className="w-full min-w-0 shrink-0 sm:w-2/5 print:w-2/5">
              <Link
                to={`${paths.organizationQuizAnalytics()}?lessonId=${quiz.lessonId}${of}`}
                className="block font-semibold hover:underline"
              >
                <bdi>{quiz.title}</bdi>
              </Link>
              <span className="text-ink-soft">{quiz.course}</span>
            </span>
            <span aria-hidden className="h-2 w-24 shrink-0 rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-warn" style={{ width: `${quiz.passRate}%` }} />
            </span>
            <strong className="w-10 shrink-0 tabular-nums">{quiz.passRate}%</strong>
            <span className="min-w-0">{firstTries(quiz)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
