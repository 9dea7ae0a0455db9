// Adding people by name alone (decision 360): no address, no account before their card is used.

import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { NewPeople, NewPeopleAnswer, NewPersonRow } from '#sync/contract/crew.ts';
import { cleanName } from '#sync/contract/name.ts';
import { nameFault } from '#sync/contract/profile.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { requireOpen } from '../catalog/editable.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { ActDeps } from '../deps.ts';
import { enrollKind } from '../enrollments/enroll-people.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { nameColumns, nameKey } from '../identity/profiles.ts';
import { requireActive } from '../identity/require-organization.ts';
import { openSignInNames, signInNameOf } from '../identity/sign-in-names.ts';
import { idsOf, makeGroups, namedAnew } from '../invitations/invite-many.ts';
import {
  findCourses,
  findGroups,
  type NamedGroup,
  nameGroups,
  notTakable,
  SEVERAL_COURSES,
} from '../invitations/validate-invitations.ts';
import { dueDateOf, enrollJoined } from '../learning/enrollments.ts';
import { enterGroup } from '../people/groups.ts';
import { type JobTx, onEach, type RowsKind } from '../queue/job-kinds.ts';
import { startJob } from '../queue/start-job.ts';

interface RightRow {
  kind: 'right';
  name: string;
  number: string | null;
  courseId: number | null;
  groups: NamedGroup[];
}

type Judged = (RightRow | { kind: 'left'; name: string; field: NewPersonRow['field']; reason: string }) & {
  isNamesake: boolean;
};

/**
 * Adds a person for each row that is right, with a sign-in name of their own, into its groups and its course; the first in the request, the
 * others by a job. A dry run only reports. Refuses `organization_not_found`, `organization_inactive` and `due_date_past`.
 */
export async function addPeople(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  { organizationId: at, dryRun, rows, dueOn: due }: NewPeople & { organizationId: string },
): Promise<NewPeopleAnswer> {
  const answer = await db.transact(function* (tx): Steps<NewPeopleAnswer> {
    const { id: organizationId } = yield* requireActive(tx, caller.actor, at);
    const dueOn = dueDateOf({ dueOn: due }, caller.today) ?? undefined;
    const judged = yield* judge(tx, organizationId, rows);
    const right = judged.filter((row) => row.kind === 'right');
    const nameFor = yield* openSignInNames(tx, organizationId);
    const names = new Map<Judged, string>(right.map((row) => [row, nameFor(signInNameOf(row.name))]));
    const ids = new Map<Judged, string>();
    let waiting = 0;
    if (!dryRun && right.length > 0) {
      const complete = yield* makeGroups(tx, caller, { organizationId, rows: right });
      const started = yield* startJob({ ...tx, env }, caller, addPeopleKind, {
        ...{ act: { kind: 'add-people', ...(dueOn && { dueOn }) }, organizationId },
        rows: complete.map(({ name, number, courseId, groups }) => ({
          payload: { name, number, courseId, groupIds: idsOf(groups) },
        })),
      });
      waiting = started.waiting;
      started.outcomes.forEach(({ userId, reason }, n) => {
        const row = right[n];
        if (row && userId) ids.set(row, userId);
        else if (row) Object.assign(row, { kind: 'left', field: 'course', reason });
      });
    }
    const added = judged.filter(({ kind }) => kind === 'right').length;
    return {
      ...{ dryRun, added, refused: judged.length - added, waiting },
      newGroups: [...namedAnew(right).values()],
      rows: judged.map((row, n) => ({
        ...{ row: n + 1, name: row.name, isNamesake: row.isNamesake, userId: ids.get(row) ?? null },
        ...(row.kind === 'right'
          ? { signInName: names.get(row) ?? null, field: null, reason: null }
          : { signInName: null, field: row.field, reason: row.reason }),
      })),
    };
  });
  queue.wake('jobs');
  return answer;
}

/** Each row by itself, but for two people with one number. */
function* judge(tx: TxContext, organizationId: string, rows: NewPeople['rows']): Steps<Judged[]> {
  const courses = yield* findCourses(
    tx,
    organizationId,
    rows.map(({ course }) => (course ? { courseId: course } : {})),
  );
  const groups = yield* findGroups(tx, organizationId);
  const here = yield* findPresent(tx, organizationId);
  const seen = new Set<string>();
  const numbers = new Set<string>();
  return rows.map((row) => {
    const name = cleanName(row.name).replaceAll(/\s+/g, ' ');
    const key = nameKey(name);
    const isNamesake = here.names.has(key) || seen.has(key);
    const left = (field: NewPersonRow['field'], reason: string): Judged => ({
      ...{ kind: 'left', name: name.slice(0, 100), field, reason, isNamesake },
    });
    const fault = name === '' ? 'A name is missing.' : nameFault(name);
    if (fault) return left('name', fault);
    seen.add(key);
    const number = cleanName(row.number ?? '') || null;
    if (number && number.length > NUMBER_LIMIT)
      return left('number', `A number has at most ${NUMBER_LIMIT} characters.`);
    if (number && here.numbers.has(number))
      return left('number', `${here.numbers.get(number)} has this number already.`);
    if (number && numbers.has(number)) return left('number', 'This number is in the list twice.');
    if (number) numbers.add(number);
    const wanted = row.course?.trim() ?? '';
    const [course = null, another] = courses.get(wanted.toLowerCase()) ?? [];
    if (wanted !== '' && !course) return left('course', notTakable(wanted));
    if (another) return left('course', SEVERAL_COURSES);
    const named = nameGroups({ groups: row.groups }, groups);
    if (typeof named === 'string') return left('group', named);
    return { kind: 'right', name, number, courseId: course?.id ?? null, groups: named, isNamesake };
  });
}

const NUMBER_LIMIT = 40;

/** The names and the numbers that people of the organization have. */
function* findPresent({ queries, tables: { profiles } }: TxContext, organizationId: string) {
  const { nameKey: key, personnelNumber, fullName } = profiles;
  const here = and(eq(profiles.organizationId, organizationId), isNull(profiles.erasedAt));
  const rows = yield* run(queries.select({ key, personnelNumber, fullName }).from(profiles).where(here));
  const numbered = rows.flatMap((row): [string, string][] =>
    row.personnelNumber ? [[row.personnelNumber, row.fullName ?? 'Someone']] : [],
  );
  return { names: new Set(rows.map((row) => row.key)), numbers: new Map(numbered) };
}

export const addPeopleKind: RowsKind<'add-people'> = {
  kind: 'add-people',
  *title(tx, { actor }, { organizationId }) {
    return `Add people without email to ${(yield* requireActive(tx, actor, organizationId ?? '')).name}`;
  },
  *perform(tx, caller, { act, organizationId: at, rows }) {
    const { id: organizationId } = yield* requireActive(tx, caller.actor, at ?? '');
    const nameFor = yield* openSignInNames(tx, organizationId);
    const groups = new Map([...(yield* findGroups(tx, organizationId)).values()].map((group) => [group.id, group]));
    return yield* onEach(rows, function* ({ payload }) {
      if (!payload) throw new Refusal('validation_failed');
      const inGroups = payload.groupIds.flatMap((id) => groups.get(id) ?? []);
      return yield* addPerson(tx, caller, { ...payload, ...act, organizationId, nameFor, groups: inGroups });
    });
  },
};

interface NewPerson {
  organizationId: string;
  name: string;
  number: string | null;
  courseId: number | null;
  groups: NamedGroup[];
  dueOn?: string;
  nameFor: (wanted: string) => string;
}

function* addPerson(tx: JobTx, caller: AuditActor, person: NewPerson): Steps<{ userId: string }> {
  const { organizationId, name, number, courseId, groups, dueOn, nameFor } = person;
  // Refuses before anything is written.
  if (courseId !== null) yield* requireOpen(tx, caller.actor, courseId);
  const { profiles } = tx.tables;
  const userId = randomUUID();
  const row = { id: userId, email: nameFor(signInNameOf(name)), personnelNumber: number, organizationId };
  const times = { joinedAt: caller.now, createdAt: caller.now };
  yield* run(tx.insert(profiles).values({ ...row, ...nameColumns(name), nameChosen: true, ...times }));
  yield* audit(tx, caller, { action: 'organization.person_added', organizationId, subject: userId });
  yield* enrollJoined(tx, caller, { organizationId, userId });
  for (const { id, name: called } of groups)
    if (id) yield* enterGroup(tx, caller, { group: { id, name: called, organizationId }, userId });
  if (courseId === null) return { userId };
  const act = { kind: 'enroll' as const, courseId, within: organizationId, ...(dueOn && { dueOn }) };
  yield* enrollKind.perform(tx, caller, { act, organizationId, rows: [{ userId }] });
  return { userId };
}
