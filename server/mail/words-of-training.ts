// The mails about courses that are given and due, and about certificates that end.
import type { Words } from '../words/words.ts';
import type { Content, MailFields } from './mail-content.ts';

export const TRAINING_MAILS = {
  assigned: ({ link, organization, assigned = [], today = '' }, i18n) => {
    const one = assigned.length === 1 ? assigned[0]?.title : undefined;
    const isMoved = assigned.every((course) => course.isMoved);
    const { subject, title } = (isMoved ? movedHead : givenHead)(one, assigned.length, i18n);
    return {
      subject,
      title,
      lines: [
        ...assigned.map(({ title, dueOn, round }) =>
          dueOn
            ? dueLine({ title, dueOn, round }, today, i18n)
            : withAgain(i18n._('“{title}” is among your courses.', { title }), round, i18n),
        ),
        one ? i18n._('You can take it offline, too.') : i18n._('You can take them offline, too.'),
      ],
      button: { label: openLabel(one, i18n), link },
      footnote: `${whyGiven(organization, { one, isMoved }, i18n)} ${i18n._('Write to them with any questions.')}`,
    };
  },
  reminder: ({ link, organization = '', due = [], today = '', unsubscribe }, i18n) => {
    const [first] = due;
    const one = due.length === 1 ? first?.title : undefined;
    const isOverdue = first !== undefined && first.dueOn < today;
    const head = isOverdue ? overdueHead : dueHead;
    return {
      ...head({ one, count: due.length, day: i18n.shortDay(first?.dueOn ?? today) }, i18n),
      lines: [
        ...due.map((course) => dueLine(course, today, i18n)),
        due.every(({ round }) => round > 1)
          ? i18n._('You can take it offline, too.')
          : i18n._('You can continue where you left off, even offline.'),
      ],
      button: { label: openLabel(one, i18n), link },
      ...reminderEnd(
        i18n._(
          'You get this email because {organization} set you a due date. Write to your administrator with any questions.',
          { organization },
        ),
        unsubscribe,
        i18n,
      ),
    };
  },
  certificate_ends: ({ link, organization = '', ends = [], unsubscribe }, i18n) => {
    const one = ends.length === 1 ? ends[0] : undefined;
    const day = i18n.shortDay(ends[0]?.on ?? '1970-01-01');
    return {
      subject: one
        ? i18n._('Your certificate expires on {day}: {course}', { day, course: one.title })
        : i18n._('Your certificates expire from {day}', { day }),
      title: one
        ? i18n._('Your certificate expires on {day}', { day })
        : i18n._('Your certificates expire from {day}', { day }),
      lines: [
        ...ends.map(({ title, on }) => i18n._('“{title}” is valid until {day}.', { title, day: i18n.day(on) })),
        i18n._('To renew it, take the course again once an administrator has opened it for you.'),
      ],
      button: { label: one ? i18n._('Open the course') : i18n._('See your certificates'), link },
      ...reminderEnd(
        i18n._(
          'You get this email because {organization} sends reminders before certificates expire. Write to your administrator with any questions.',
          { organization },
        ),
        unsubscribe,
        i18n,
      ),
    };
  },
} satisfies Record<string, (fields: MailFields, i18n: Words) => Content>;

type Head = { subject: string; title: string };

/** Of one course by its title, or of so many. */
function givenHead(course: string | undefined, count: number, i18n: Words): Head {
  if (course !== undefined)
    return { subject: i18n._('Training for you: {course}', { course }), title: i18n._('A course is waiting for you') };
  return {
    subject: i18n._('{count, plural, one {Training for you: # course} other {Training for you: # courses}}', { count }),
    title: i18n._('Courses are waiting for you'),
  };
}

function movedHead(course: string | undefined, count: number, i18n: Words): Head {
  return {
    subject:
      course === undefined
        ? i18n._('{count, plural, one {New due date: # course} other {New due date: # courses}}', { count })
        : i18n._('New due date: {course}', { course }),
    title: i18n._('When your training is due has changed'),
  };
}

type First = { one: string | undefined; count: number; day: string };

function overdueHead({ one: course, count }: First, i18n: Words): Head {
  return {
    subject:
      course === undefined
        ? i18n._('{count, plural, one {Overdue: # course} other {Overdue: # courses}}', { count })
        : i18n._('Overdue: {course}', { course }),
    title: i18n._('Your training is overdue'),
  };
}

function dueHead({ one: course, count, day }: First, i18n: Words): Head {
  if (course !== undefined) {
    return {
      subject: i18n._('Due {day}: {course}', { day, course }),
      title: i18n._('Your training is due on {day}', { day }),
    };
  }
  return {
    subject: i18n._('{count, plural, one {Due from {day}: # course} other {Due from {day}: # courses}}', {
      count,
      day,
    }),
    title: i18n._('Your training is due from {day}', { day }),
  };
}

const openLabel = (one: string | undefined, i18n: Words) =>
  one ? i18n._('Open the course') : i18n._('Open your courses');

function whyGiven(
  organization: string | undefined,
  { one, isMoved }: { one: string | undefined; isMoved: boolean },
  i18n: Words,
): string {
  const admin = organization ? { organization } : undefined;
  if (isMoved)
    return admin
      ? i18n._('You get this email because an administrator of {organization} changed the due date.', admin)
      : i18n._('You get this email because an administrator changed the due date.');
  if (one)
    return admin
      ? i18n._('You get this email because an administrator of {organization} assigned the course to you.', admin)
      : i18n._('You get this email because an administrator assigned the course to you.');
  return admin
    ? i18n._('You get this email because an administrator of {organization} assigned the courses to you.', admin)
    : i18n._('You get this email because an administrator assigned the courses to you.');
}

/** Why somebody gets a reminder, and how they stop it unless it is about required training. */
const reminderEnd = (why: string, unsubscribe: MailFields['unsubscribe'], i18n: Words) => ({
  footnote:
    unsubscribe === null
      ? `${why} ${i18n._("This training is required, so these reminders can't be turned off.")}`
      : why,
  ...(unsubscribe && { aside: { label: i18n._('Stop these reminders'), link: unsubscribe } }),
});

function dueLine({ title, dueOn, round }: NonNullable<MailFields['due']>[number], today: string, i18n: Words): string {
  const day = i18n.day(dueOn);
  const line =
    dueOn < today
      ? i18n._('“{title}” was due on {day}.', { title, day })
      : i18n._('“{title}” is due on {day}.', { title, day });
  return withAgain(line, round, i18n);
}

const withAgain = (line: string, round: number, i18n: Words) =>
  round > 1 ? `${line} ${i18n._('You completed it before: take it again from the beginning.')}` : line;
