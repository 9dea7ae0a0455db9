// Beside the overview of an organization whose people are invented: what shows the product best, until it is closed on this device.
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
      ...{ key: 'rosa', title: 'Learn as Rosa', to: paths.signIn({ add: true }) },
      text: 'Then go offline and answer a quiz',
    },
    {
      ...{
        key: 'remind',
        title: 'Remind who is overdue',
        to: `${paths.adminPeople({ standing: 'overdue' })}&act=remind`,
      },
      text: 'And read the email first',
    },
    {
      ...{
        key: 'question',
        title: 'Find a misleading question',
        to: `${paths.organizationQuizAnalytics()}${lessonId}`,
      },
      text: '7 of 10 choose the same wrong answer',
    },
    {
      ...{ key: 'stop', title: 'See where people stop', to: paths.adminCourse(FIELD_TRAINING, { tab: 'analytics' }) },
      text: 'By lesson, and by name',
    },
    {
      ...{ key: 'tablet', title: 'Share a tablet', to: paths.signIn({ add: true }) },
      text: 'Add Noor here, then choose Lock in her menu',
    },
  ];
  return (
    <Card className="print:hidden">
      <section aria-labelledby={id}>
        <div className="flex items-center gap-2 py-1 ps-4 pe-1">
          <h2 id={id} className="min-w-0 flex-1">
            <span className="me-2 font-semibold text-lg">Five things to try</span>{' '}
            <span className="whitespace-nowrap text-ink-soft text-sm">4 minutes</span>
          </h2>
          <button
            type="button"
            aria-label="Close the five things to try"
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
                    <span className="sr-only">Opened</span>
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
