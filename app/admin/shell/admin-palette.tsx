// Ctrl K: people, courses, lessons and pages by a few letters. The first hit is chosen; Enter opens it.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  Award,
  BellRing,
  BookOpen,
  Building2,
  ChartColumn,
  Download,
  FileText,
  GraduationCap,
  type LucideIcon,
  MailPlus,
  Plus,
  ScrollText,
  Search,
  UsersRound,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { dayOf } from '#sync/contract/due.ts';
import { COUNT_LIMIT, foldText } from '#sync/contract/fields.ts';
import { initials, type Profile } from '#sync/contract/profile.ts';
import { byId } from '../../api/client.ts';
import { adminClient } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { type ApiQuery, useApiQuery } from '../../api/use-api-query.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTypedSearch } from '../../ui/form/search-field.tsx';
import { dueWords } from '../../ui/labels.ts';
import { locale } from '../../ui/language.ts';
import { Link, useNavigate } from '../../ui/router.ts';
import { sizeOf } from '../forms/use-organizations.ts';
import { areasOf } from './areas.ts';
import { CTRL, Key } from './list-keys.tsx';

type Hit = {
  to: string;
  label: string;
  note?: string | undefined;
  icon: LucideIcon | 'person';
  /** Other words that someone may type for it. */
  words?: string;
};

const hit = (icon: Hit['icon'], label: string, to: string, note?: string | null): Hit => ({
  icon,
  label,
  to,
  note: note ?? undefined,
});

/** The way to the list of all that match, where not all of them are shown. */
function allOf(shown: number, total: number | null | undefined, to: string, search: string): Hit[] {
  if (!total || total <= shown) return [];
  const all = (total > COUNT_LIMIT ? COUNT_LIMIT : total).toLocaleString(locale);
  const words = total > COUNT_LIMIT ? t`Show all more than ${all}` : t`Show all ${all}`;
  return [hit(Search, words, `${to}?search=${encodeURIComponent(search)}`)];
}

type HitGroup = { title: string; hits: readonly Hit[] };

/** The most hits of a kind: whoever seeks more types more. */
const MOST = 5;
const HINTS = [
  [['↑', '↓'], t`to choose`],
  [['Enter'], t`to open`],
  [[CTRL, 'Enter'], t`in a new tab`],
] as const;

/** A single letter finds pages alone. */
const LEAST_LETTERS = 2;

export function Palette({ onClose }: { onClose: () => void }) {
  const { profile } = useActiveUser();
  if (!profile) return null;
  return (
    <QueryClientProvider client={adminClient}>
      <Dialog open shape="palette" onOpenChange={onClose} title={t`Search people, courses, lessons and pages`}>
        <PaletteSearch profile={profile} onClose={onClose} />
      </Dialog>
    </QueryClientProvider>
  );
}

function PaletteSearch({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [text, type] = useTypedSearch(search, (typed) => setSearch(typed.trim()));
  const [chosen, setChosen] = useState(0);
  // Enter before the answers are here: the first hit is opened when they are.
  const [isEager, setEager] = useState(false);
  const { groups, isAnswered, hasFailed } = useHits(search, profile);
  const isSettled = isAnswered && text.trim() === search;
  const hits = groups.flatMap((group) => group.hits);
  const id = useId();
  const optionId = (at: number) => `${id}-${at}`;

  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    void navigate(hit.to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answers have come
  useEffect(() => {
    if (!isEager || !isSettled) return;
    setEager(false);
    open(hits[0]);
  }, [isEager, isSettled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen hit stays in view
  useEffect(() => {
    document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + hits.length) % hits.length);
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const hit = hits[chosen];
    if (!isSettled) setEager(true);
    else if (hit && (event.ctrlKey || event.metaKey)) window.open(hit.to, '_blank', 'noopener');
    else open(hit);
  };
  let at = 0;
  return (
    <>
      <div className="flex h-16 shrink-0 items-center gap-1 border-line border-b pe-16 ps-4">
        <Search aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <input
          role="combobox"
          aria-label={t`Search people, courses, lessons and pages`}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={hits.length > 0 ? optionId(chosen) : undefined}
          autoComplete="off"
          enterKeyHint="go"
          placeholder={t`Search people, courses, pages`}
          value={text}
          onChange={(event) => {
            type(event.target.value);
            setChosen(0);
            setEager(false);
          }}
          onKeyDown={press}
          className="-outline-offset-3 h-full min-w-0 grow rounded-md bg-transparent px-3 text-lg placeholder:text-ink-soft"
        />
      </div>
      <div id={id} role="listbox" aria-label={t`Found`} className="min-h-0 overflow-y-auto px-2 pb-2">
        {groups.map(({ title, hits: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className="px-2 pt-3 pb-1 font-medium text-ink-soft text-sm">
              {title}
            </p>
            {ofGroup.map((hit) => {
              const here = at++;
              const isChosen = here === chosen;
              return (
                <Link
                  key={`${hit.to} ${hit.label}`}
                  id={optionId(here)}
                  role="option"
                  aria-selected={isChosen}
                  tabIndex={-1}
                  to={hit.to}
                  onClick={onClose}
                  onPointerMove={() => setChosen(here)}
                  className={`flex min-h-touch items-center gap-3 rounded-md px-2 ${isChosen ? 'bg-accent-soft' : ''}`}
                >
                  <HitLead {...hit} />
                  <span className="min-w-0 grow truncate">
                    <span className="font-semibold">
                      <Marked text={hit.label} search={search} />
                    </span>
                    {hit.note && <span className="ms-3 text-ink-soft text-sm">{hit.note}</span>}
                  </span>
                </Link>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className={isSettled && hits.length === 0 ? 'px-4 pb-6 text-ink-soft' : 'sr-only'}>
        {!isSettled
          ? ''
          : hits.length === 0
            ? t`Nothing found`
            : plural(hits.length, { one: '# result', other: '# results' })}
      </p>
      <p aria-hidden className="flex gap-6 border-line border-t px-4 py-2.5 text-ink-soft text-sm max-lg:hidden">
        {HINTS.map(([keys, does]) => (
          <span key={does} className="flex items-center gap-1.5">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
            {does}
          </span>
        ))}
      </p>
      {hasFailed && (
        <p role="alert" className="border-line border-t px-4 py-3 text-sm">
          <Trans>Some results are missing: the search needs a connection.</Trans>
        </p>
      )}
    </>
  );
}

function HitLead({ icon: Icon, label }: Hit) {
  if (Icon === 'person') return <Avatar size="small" tone="blue" letters={initials(label)} />;
  return <Icon aria-hidden className="mx-1 size-5 shrink-0 text-ink-soft" />;
}

/** The text, with what was searched in the accent's colour. */
function Marked({ text, search }: { text: string; search: string }): ReactNode {
  const folded = foldText(text);
  const at = search && folded.length === text.length ? folded.indexOf(foldText(search)) : -1;
  if (at < 0) return text;
  const end = at + search.length;
  return (
    <>
      {text.slice(0, at)}
      <span className="text-accent-text">{text.slice(at, end)}</span>
      {text.slice(end)}
    </>
  );
}

/** What the search finds; pages at once, everything else by the server. */
function useHits(search: string, profile: Profile) {
  const { is_super_admin: isSuper, organization_id: organizationId } = profile;
  const isAsked = search.length >= LEAST_LETTERS;
  const isInOne = isAsked && !isSuper && organizationId !== null;
  const query = { search, limit: String(MOST) };
  const byName = { ...query, sort: 'name' as const };
  const one = server.enterprise.admin.organizations[':id'];
  const everyone = useApiQuery(server.admin.users, { query: byName }, isAsked && isSuper);
  const members = useApiQuery(one.users, { ...byId(organizationId ?? ''), query: byName }, isInOne);
  const crews = useApiQuery(one.groups, byId(organizationId ?? ''), isInOne);
  const everyGroup = useApiQuery(server.admin.groups, { query }, isAsked && isSuper);
  const usable = isSuper ? query : { ...query, among: 'usable' as const };
  const courses = useApiQuery(server.admin.courses, { query: usable }, isAsked);
  const lessons = useApiQuery(server.search, { query: { q: search } }, isAsked);
  const asked: ApiQuery<unknown>[] = [...(isSuper ? [everyone, everyGroup] : [members, crews]), courses, lessons];
  const matches = (text: string) => ` ${foldText(text)}`.includes(` ${foldText(search)}`);
  const listed = (isSuper ? everyone : members).data;
  const found: Found[] = listed?.users ?? [];
  // Whoever's name was typed stands before those whose address begins so: Enter opens the first.
  const people = found.toSorted((a, b) => Number(matches(b.full_name ?? '')) - Number(matches(a.full_name ?? '')));
  const [first] = people;
  const foundGroups = isSuper
    ? (everyGroup.data?.groups ?? []).map(({ id, name, organization }) =>
        hit(UsersRound, name, paths.adminOrganization(organization.id, { group: id }), organization.name),
      )
    : (crews.data?.groups ?? [])
        .filter(({ name }) => isAsked && matches(name))
        .slice(0, MOST)
        .map((group) => hit(UsersRound, group.name, paths.adminPeople({ group: group.id }), sizeOf(group)));
  const foundCourses = courses.data?.courses ?? [];
  const groups: HitGroup[] = [
    {
      title: t`People`,
      hits: [
        ...people.map(({ id, email, full_name: name }) =>
          hit('person', name || email, paths.adminPerson(id), name && email),
        ),
        ...allOf(people.length, listed?.total, isSuper ? paths.adminUsers() : paths.adminPeople(), search),
      ],
    },
    { title: t`Actions`, hits: first ? actsOn(first) : [] },
    { title: t`Groups`, hits: foundGroups },
    {
      title: t`Courses`,
      hits: [
        ...foundCourses.map(({ id, title }) => hit(BookOpen, title, paths.adminCourse(id))),
        ...allOf(foundCourses.length, courses.data?.total, paths.adminCourses(), search),
      ],
    },
    { title: t`Pages`, hits: pagesOf(profile).filter(({ label }) => matches(label)) },
    {
      title: t`Quick actions`,
      hits: quickActs(profile).filter(({ label, words }) => matches(label) || (isAsked && matches(words ?? ''))),
    },
    {
      title: t`Lessons`,
      hits: (lessons.data?.lessons ?? [])
        .slice(0, MOST)
        .map(({ courseId, lessonId, title, courseTitle }) =>
          hit(FileText, title, paths.lesson(courseId, lessonId), courseTitle),
        ),
    },
  ];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isAnswered: !isAsked || asked.every(({ data, error }) => data !== undefined || error !== undefined),
    hasFailed: isAsked && asked.some(({ error }) => error !== undefined),
  };
}

/** `dueOn` is the first due date of what they have not completed, where the list tells it. */
type Found = { id: string; email: string; full_name: string | null; dueOn?: string | null };

/** What an admin most often does with the first person found. */
function actsOn({ id, email, full_name, dueOn }: Found): Hit[] {
  const name = full_name || email;
  const enroll = paths.adminPerson(id, { act: 'enroll' });
  const log = `${paths.adminAuditLog()}?search=${encodeURIComponent(email)}&finds=about`;
  const acts = [
    // Two people may have one name.
    hit(GraduationCap, t`Enroll ${name}`, enroll, full_name ? email : t`Choose a course`),
    hit(ScrollText, t`Audit log`, log, t`What was done to ${name}`),
  ];
  if (!dueOn) return acts;
  const due = dueWords(dueOn, dayOf(new Date()));
  return [hit(BellRing, t`Remind ${name}`, paths.adminPerson(id, { act: 'remind' }), due), ...acts];
}

function pagesOf(profile: Profile): Hit[] {
  const isSuper = profile.is_super_admin;
  return [
    ...areasOf(profile),
    hit(ChartColumn, t`Quiz analytics`, isSuper ? paths.adminQuizAnalytics() : paths.organizationQuizAnalytics()),
    hit(GraduationCap, t`Learn`, paths.home()),
  ];
}

const REMIND = t`email mail nudge`;
const RENEW = t`renew recertify extend expiring`;
const EXPORT = t`download csv spreadsheet`;

/** What this admin may begin from anywhere. */
function quickActs({ is_super_admin: isSuper }: Profile): Hit[] {
  const newCourse = hit(Plus, t`New course`, paths.createCourse());
  if (isSuper)
    return [
      hit(MailPlus, t`Invite people`, paths.adminEnterprise()),
      hit(Building2, t`Add organization`, paths.adminEnterprise()),
      { ...hit(Download, t`Export people`, paths.adminUsers({ act: 'export' })), words: EXPORT },
      // The acts are in the list of an organization's people, which is one of these.
      { ...hit(BellRing, t`Remind or renew people`, paths.adminOrganizations()), words: `${REMIND} ${RENEW}` },
      newCourse,
    ];
  const overdue = paths.adminPeople({ standing: 'overdue', act: 'remind' });
  const unrenewed = paths.adminPeople({ certificates: 'unrenewed', act: 'renew' });
  return [
    hit(MailPlus, t`Invite people`, `${paths.adminInvitations()}?invite=one`),
    hit(MailPlus, t`Invite many by CSV`, `${paths.adminInvitations()}?invite=many`),
    { ...hit(BellRing, t`Remind overdue`, overdue), words: REMIND },
    { ...hit(Award, t`Renew expired certificates`, unrenewed), words: RENEW },
    { ...hit(Download, t`Export people`, paths.adminPeople({ act: 'export' })), words: EXPORT },
    hit(UsersRound, t`Add group`, paths.adminGroups({ act: 'add' })),
    newCourse,
  ];
}
