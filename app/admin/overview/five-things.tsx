// Beside the overview of an organization whose people are invented: what shows the product best, until it is closed on this device.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, ChevronRight, X } from 'lucide-react';
import { useId, useState } from 'react';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { localText, setLocalText } from '../../device/device.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/router.ts';

/** In local storage: the names of what was opened, or that the card was closed. */
const OPENED = 'groundwork.five-things';
const CLOSED = 'closed';

/** The sample course whose people stop at the same two lessons. */
const FIELD_TRAINING = 1;

export function FiveThings({ organizationId }: { organizationId: string }) {
  const id = useId();
  const isSample = useActiveUser().profile?.organization?.isSample === true;
  const [opened, setOpened] = useState(() => localText(OPENED)?.split(',') ?? []);
  const { data } = useApiQuery(server.admin.attention, { query: { organizationId } }, isSample);
  const note = (what: string) => {
    const all = [...new Set([...opened, what])];
    setOpened(all);
    setLocalText(OPENED, all.join(','));
  };
  if (!isSample || opened.includes(CLOSED)) return null;
  const lessonId = data?.quiz ? `?lessonId=${data.quiz.lessonId}` : '';
  const things = [
    {
      ...{ key: 'rosa', title: t`Learn as Rosa`, to: paths.signIn({ add: true }) },
      text: t`Then go offline and answer a quiz`,
    },
    {
      ...{
        key: 'remind',
        title: t`Remind who is overdue`,
        to: `${paths.adminPeople({ standing: 'overdue' })}&act=remind`,
      },
      text: t`And read the email first`,
    },
    {
      ...{
        key: 'question',
        title: t`Find a misleading question`,
        to: `${paths.organizationQuizAnalytics()}${lessonId}`,
      },
      text: '7 of 10 choose the same wrong answer',
    },
    {
      ...{ key: 'stop', title: t`See where people stop`, to: paths.adminCourse(FIELD_TRAINING, { tab: 'analytics' }) },
      text: t`By lesson, and by name`,
    },
    {
      ...{ key: 'tablet', title: t`Share a tablet`, to: paths.signIn({ add: true }) },
      text: t`Add Noor here, then choose Lock in her menu`,
    },
  ];
  return (
    <Card className="print:hidden">
      <section aria-labelledby={id}>
        <div className="flex items-center gap-2 py-1 ps-4 pe-1">
          <h2 id={id} className="min-w-0 flex-1">
            <span className="me-2 font-semibold text-lg">
              <Trans>Five things to try</Trans>
            </span>{' '}
            <span className="whitespace-nowrap text-ink-soft text-sm">
              <Trans>4 minutes</Trans>
            </span>
          </h2>
          <button
            type="button"
            aria-label={t`Close the five things to try`}
            onClick={() => note(CLOSED)}
            className="grid size-12 shrink-0 place-items-center rounded-full hover:bg-sunken"
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
        <ol>
          {things.map(({ key, title, text, to }, at) => (
            <li key={key} className="border-line border-t">
              <Link
                to={to}
                onClick={() => note(key)}
                className="flex min-h-15 items-center gap-3 px-4 py-2 hover:bg-canvas"
              >
                {opened.includes(key) ? (
                  <span className="grid size-6 shrink-0 place-items-center rounded-full bg-complete-soft text-complete-text">
                    <Check aria-hidden className="size-4" />
                    <span className="sr-only">
                      <Trans>Opened</Trans>
                    </span>
                  </span>
                ) : (
                  <span
                    aria-hidden
                    className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text text-sm"
                  >
                    {at + 1}
                  </span>
                )}
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{title}</span>
                  <span className="block text-ink-soft text-sm">{text}</span>
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
              </Link>
            </li>
          ))}
        </ol>
      </section>
    </Card>
  );
}
