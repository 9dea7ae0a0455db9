import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { type ApiQuery, useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { Fact } from '../../ui/card.tsx';
import { lessonDurationLabel, sizeLabel } from '../../ui/course-labels.ts';
import { counted } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import { panelId } from '../outline/lesson-place.ts';
import { type Checklist, type ChecklistItem, checkCourse, translationItems } from '../outline/publish-checklist.ts';
import { useConverts } from '../outline/use-converts.ts';
import { useOutline } from '../outline/use-outline.ts';

const LOOKS: Record<ChecklistItem['severity'], { icon: LucideIcon; tone: string; word: string }> = {
  must: { icon: CircleX, tone: 'text-danger-text', word: 'Must be fixed' },
  should: { icon: TriangleAlert, tone: 'text-accent-text', word: 'Better fixed' },
  note: { icon: Info, tone: 'text-ink-soft', word: 'Good to know' },
};

/** The sections of the checklist; notes come last. */
const PARTS: readonly { title: string; holds: (item: ChecklistItem) => boolean }[] = [
  { title: 'What is missing', holds: ({ about, severity }) => about === 'missing' && severity !== 'note' },
  { title: 'What will not work offline', holds: ({ about }) => about === 'offline' },
  { title: 'Who will see it', holds: ({ about }) => about === 'reach' },
  { title: 'Good to know', holds: ({ about, severity }) => about === 'missing' && severity === 'note' },
];

/** More lessons than these are folded. */
const SHOWN = 3;

type ChecklistViewProps = {
  courseId: number;
  checklist: Checklist;
  /** Called when the author follows a link to fix something. */
  onLeave: () => void;
};

/** What is missing, what will not work offline and why, who will see it, and how much there is to download. */
export function ChecklistView({ courseId, checklist, onLeave }: ChecklistViewProps) {
  const { items, facts } = checklist;
  const { videos } = facts;
  const smaller = smallerVersions(videos, useConverts());
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-3 gap-3 rounded-md bg-sunken px-4 py-3">
        <Fact name="Lessons">{String(facts.lessons)}</Fact>
        <Fact name="Duration">{facts.minutes > 0 ? lessonDurationLabel(60 * facts.minutes) : '0 min'}</Fact>
        <Fact name="Download">{sizeLabel(facts.bytes)}</Fact>
        {videos.count > 0 && (
          <Fact name="Play on tablets">
            {videos.playing} of {counted(videos.count, 'video')}
          </Fact>
        )}
        {smaller && (
          <div className="col-span-2">
            <Fact name="Smaller versions for phones">{smaller}</Fact>
          </div>
        )}
      </dl>
      {items.every(({ severity }) => severity === 'note') && <NothingMissing />}
      {PARTS.map(({ title, holds }) => {
        const found = items.filter(holds);
        if (found.length === 0) return null;
        return (
          <section key={title} className="flex flex-col gap-2">
            <h3 className="font-semibold">{title}</h3>
            <ul className="flex flex-col gap-3">
              {found.map((item) => (
                <Item key={item.key} courseId={courseId} item={item} onLeave={onLeave} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function smallerVersions({ count, ready, waiting, failed }: Checklist['facts']['videos'], converts: boolean): string {
  const made = [
    ready > 0 && `${ready} ready`,
    waiting > 0 && converts && `${waiting} being made`,
    failed > 0 && `${failed} could not be made`,
  ].filter((one) => one !== false);
  if (count > 0 && !converts && ready < count) made.push('this server makes none');
  return made.join(' · ');
}

function NothingMissing() {
  return (
    <p className="flex items-center gap-2.5 font-medium text-complete-text">
      <CircleCheck aria-hidden className="size-5 shrink-0" />
      Nothing is missing, and everything works offline.
    </p>
  );
}

type ItemProps = { courseId: number; item: ChecklistItem } & Pick<ChecklistViewProps, 'onLeave'>;

function Item({ courseId, item, onLeave }: ItemProps) {
  const { icon: Icon, tone, word } = LOOKS[item.severity];
  const { lessons } = item;
  const links = <LessonLinks courseId={courseId} item={item} onLeave={onLeave} />;
  return (
    <li className="flex items-start gap-2.5">
      <Icon role="img" aria-label={word} className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 grow">
        <p>{item.sentence}</p>
        {lessons.length > SHOWN ? (
          <details>
            <summary className="inline-flex min-h-touch cursor-pointer items-center font-medium text-accent-text">
              Show {counted(lessons.length, 'lesson')}
            </summary>
            {links}
          </details>
        ) : (
          links
        )}
      </div>
    </li>
  );
}

function LessonLinks({ courseId, item: { lessons, fixIn }, onLeave }: ItemProps) {
  const words = { general: 'Open General', languages: 'Open Languages' }[fixIn as string] ?? 'Open the lessons';
  if (lessons.length === 0) return <FixLink to={placeOf(courseId, fixIn)} words={words} onLeave={onLeave} />;
  return (
    <ul>
      {lessons.map(({ id, title }) => (
        <li key={id}>
          <FixLink to={placeOf(courseId, fixIn, id)} words={title} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  );
}

type FixLinkProps = { to: string; words: string } & Pick<ChecklistViewProps, 'onLeave'>;

/** Closes the checklist, unless the link opens in another tab. */
function FixLink({ to, words, onLeave }: FixLinkProps) {
  return (
    <Link
      to={to}
      onClick={({ metaKey, ctrlKey, shiftKey, altKey }) => !(metaKey || ctrlKey || shiftKey || altKey) && onLeave()}
      className="inline-flex min-h-touch items-center py-2 font-medium text-accent-text underline"
    >
      {words}
    </Link>
  );
}

function placeOf(courseId: number, fixIn: ChecklistItem['fixIn'], lessonId?: number): string {
  const course = paths.adminCourse(courseId);
  if (fixIn === 'general' || fixIn === 'languages') return `${course}?tab=${fixIn}`;
  if (lessonId === undefined) return course;
  return fixIn === 'text' ? paths.adminLesson(courseId, lessonId) : `${course}#${panelId(lessonId)}`;
}

export function useChecklist(course: AdminCourse): ApiQuery<Checklist> {
  const { data, error, refetch } = useOutline(course.id);
  const converts = useConverts();
  // Without an answer the checklist says nothing of translations.
  const { data: translated } = useApiQuery(server.admin.courses[':id'].translations, byId(course.id));
  const checklist = useMemo(() => {
    const checked = data && checkCourse(course, data, converts);
    return checked && translated ? { ...checked, items: [...checked.items, ...translationItems(translated)] } : checked;
  }, [course, data, converts, translated]);
  return { data: checklist, error, refetch };
}
