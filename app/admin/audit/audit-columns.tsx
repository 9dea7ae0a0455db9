import type { Column } from '../../ui/table-view.ts';
import { actorWords, actWords, detailWords, type LoggedAct, type Names, subjectWords } from './act-words.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Time, Who, What, About, Details and the address that it came from. */
export const auditColumns = (names: Names): readonly Column<LoggedAct>[] => [
  {
    key: 'time',
    title: 'Time',
    value: ({ at }) => new Date(at),
    cell: ({ at }) => (
      <time dateTime={at}>
        <span className="whitespace-nowrap">{day.format(new Date(at))}</span>{' '}
        <span className="whitespace-nowrap">{clock.format(new Date(at))}</span>
      </time>
    ),
  },
  {
    key: 'who',
    title: 'Who',
    value: (act) => [actorWords(act), act.actor?.email].filter(Boolean).join(' '),
    cell: (act) => (
      <span className="block">
        {actorWords(act)}
        {act.actor?.email && act.actor.name && <span className="block text-ink-soft text-sm">{act.actor.email}</span>}
      </span>
    ),
  },
  { key: 'what', title: 'What', value: ({ action }) => actWords(action) },
  { key: 'about', title: 'About', value: (act) => subjectWords(act, names) },
  {
    key: 'details',
    title: 'Details',
    value: (act) => detailWords(act, names),
    cell: (act) => <span className="block break-words text-sm md:min-w-40">{detailWords(act, names) || '–'}</span>,
  },
  { key: 'ip', title: 'Address', value: ({ ip }) => ip },
];
