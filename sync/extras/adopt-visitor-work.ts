// Adds a visitor's work to a person's account, after they agreed (Y2). Two databases share no transaction, so it takes
// three, each under the watchdog (Y26): store the claim beside the work; copy the work to the person's side and record
// the claim there; delete what was claimed. After a crash in between, the next call continues, and nothing counts
// twice.
import Dexie from 'dexie';
import type { Unit, UnitChange } from '../contract/progress.ts';
import { applyChange } from '../contract/progress.ts';
import type { Entry, UnitEntry } from '../store/entry.ts';
import { overlay } from '../store/entry.ts';
import { pendingOf, Replica, replicaName } from '../store/replica.ts';
import {
  type AdoptionClaim,
  APPLIED_CLAIM,
  CLAIM_KEY,
  isProgress,
  readClaim,
  readVisitorRows,
  type SubjectSummary,
  summarize,
  type VisitorRows,
} from './visitor-work.ts';

export type Adoption = { visitor: Replica; person: Replica; newId: () => string; now: () => number };

/**
 * Adds the visitor's work to the person's outbox and drafts. Returns how many lessons were new to the person. Safe to
 * call twice, in two tabs, and after a crash. Rejects when the device could not save it.
 */
export async function adoptVisitorWork(adoption: Adoption): Promise<{ added: number }> {
  const claim = await claimWork(adoption);
  return claim ? applyClaim(adoption, claim) : { added: 0 };
}

/**
 * Finishes an interrupted adoption. Another person's claim counts only when their side has applied it; otherwise it is
 * void, and the work is offered again. Returns how many lessons were added to this person.
 */
export async function finishAdoption(adoption: Pick<Adoption, 'visitor' | 'person'>): Promise<{ added: number }> {
  const claim = await readClaim(adoption.visitor);
  if (!claim) return { added: 0 };
  if (claim.userId === adoption.person.userId) return applyClaim(adoption, claim);
  if (await hasAppliedClaim(claim)) await deleteClaimed(adoption.visitor, claim);
  else await adoption.visitor.meta.delete(CLAIM_KEY);
  return { added: 0 };
}

/** Step one. Claimed entries count as sent, so that a visitor's later work is not coalesced into them (Y6). */
function claimWork({ visitor, person, newId, now }: Adoption): Promise<AdoptionClaim | undefined> {
  const storeClaim = async () => {
    const known = await readClaim(visitor);
    if (known?.userId === person.userId) return known;
    const { entries, drafts } = await readVisitorRows(visitor);
    if (entries.length + drafts.length === 0) return undefined;
    const lastSeq = entries.at(-1)?.seq ?? 0;
    const claim = { id: newId(), userId: person.userId, lastSeq, at: new Date(now()).toISOString() };
    await visitor.outbox.bulkPut(entries.map((entry) => ({ ...entry, attempts: 1 })));
    await visitor.meta.put({ key: CLAIM_KEY, value: claim });
    return claim;
  };
  return visitor.withWatchdog(() =>
    visitor.transaction('rw', [visitor.outbox, visitor.drafts, visitor.meta], storeClaim),
  );
}

async function applyClaim({ visitor, person }: Pick<Adoption, 'visitor' | 'person'>, claim: AdoptionClaim) {
  const { entries, drafts } = await readVisitorRows(visitor);
  const claimed = {
    entries: entries.filter(({ seq }) => seq <= claim.lastSeq),
    drafts: drafts.filter(({ savedAt }) => savedAt <= claim.at),
  };
  await copyContent(visitor, person, claimed);
  const added = await copyWork(person, claim, claimed);
  await deleteClaimed(visitor, claim);
  return { added };
}

/** Step two. */
function copyWork(person: Replica, claim: AdoptionClaim, { entries, drafts }: VisitorRows): Promise<number> {
  const { outbox, units, meta } = person;
  const copying = async () => {
    if ((await meta.get(APPLIED_CLAIM))?.value === claim.id) return 0;
    const fresh = await Promise.all(summarize(entries).map((summary) => entryFor(person, summary)));
    const added = fresh.filter((entry) => entry !== undefined);
    await outbox.bulkAdd(added.map(({ seq: _, ...row }) => row as Entry));
    for (const draft of drafts) {
      const own = (await person.drafts.get(draft.lessonId)) ?? (await overlayOf(person, draft.lessonId)).reflection;
      if (!own) await person.drafts.put(draft);
    }
    await meta.put({ key: APPLIED_CLAIM, value: claim.id });
    return new Set([...added.map(({ subject }) => subject), ...drafts.map(({ lessonId }) => `lesson:${lessonId}`)])
      .size;
  };
  return person.withWatchdog(() => person.transaction('rw', [outbox, units, meta, person.drafts], copying));
}

/** The visitor's last entry of a subject, with its id and the result of all entries; undefined when it adds nothing. */
async function entryFor(person: Replica, summary: SubjectSummary): Promise<Entry | undefined> {
  const { last } = summary;
  // A duplicate id would fail the whole transaction, and the server applies it once anyway (Y9).
  if (await person.outbox.where('opId').equals(last.opId).count()) return undefined;
  const entry: Entry = { ...last, seq: 0, state: 'queued', attempts: 0 };
  if (entry.kind === 'quiz') return entry;
  if (entry.kind === 'enroll') {
    const isPendingAlready = (await pendingOf(person, entry.subject)).some(({ kind }) => kind === 'enroll');
    return isPendingAlready ? undefined : entry;
  }
  // Visitors cannot rate.
  if (entry.kind === 'rating' || !isProgress(summary)) return undefined;
  const [own, draft] = await Promise.all([overlayOf(person, entry.lessonId), person.drafts.get(entry.lessonId)]);
  const body = improvementOver(
    { ...own, reflection: own.reflection ?? (draft?.reflection || null) },
    summary.unit,
    last.createdAt,
  );
  return body && ({ ...entry, body } satisfies UnitEntry);
}

async function overlayOf(person: Replica, lessonId: number): Promise<Unit> {
  const [snapshot, pending] = await Promise.all([person.units.get(lessonId), pendingOf(person, `lesson:${lessonId}`)]);
  const inOrder = pending.sort((a, b) => a.seq - b.seq);
  return overlay(snapshot, lessonId, inOrder);
}

/**
 * Only improvements, nothing is replaced: a farther position, more watched seconds, and a reflection where the person
 * has neither one nor a draft.
 */
function improvementOver(own: Unit, { lessonId, status, ...done }: Unit, at: string): UnitChange | undefined {
  const isFarther = done.positionSeconds !== null && done.positionSeconds > (own.positionSeconds ?? -1);
  const change: UnitChange = {
    lessonId,
    status,
    ...(isFarther && { positionSeconds: done.positionSeconds ?? 0 }),
    ...(done.watched.length > 0 && { watched: done.watched }),
    ...(done.reflection !== null && own.reflection === null && { reflection: done.reflection }),
  };
  return applyChange(own, change, at) === own ? undefined : change;
}

/** Step three. Work that a visitor did after the claim stays. */
function deleteClaimed(visitor: Replica, claim: AdoptionClaim): Promise<void> {
  const deleting = async () => {
    if ((await readClaim(visitor))?.id !== claim.id) return;
    await visitor.outbox.where('seq').belowOrEqual(claim.lastSeq).delete();
    await visitor.drafts.filter(({ savedAt }) => savedAt <= claim.at).delete();
    await visitor.meta.delete(CLAIM_KEY);
  };
  return visitor.withWatchdog(() =>
    visitor.transaction('rw', [visitor.outbox, visitor.drafts, visitor.meta], deleting),
  );
}

async function hasAppliedClaim({ id, userId }: AdoptionClaim): Promise<boolean> {
  if (!(await Dexie.exists(replicaName(userId)))) return false;
  const own = new Replica(userId);
  try {
    return (await own.meta.get(APPLIED_CLAIM))?.value === id;
  } finally {
    own.close();
  }
}

/** Copies the lessons themselves where the person has none, because offline they could not be opened otherwise. */
async function copyContent(visitor: Replica, person: Replica, { entries }: VisitorRows): Promise<void> {
  for (const courseId of new Set(entries.map((entry) => entry.courseId))) {
    const [course, lessons] = await Promise.all([
      visitor.courses.get(courseId),
      visitor.lessons.where('courseId').equals(courseId).toArray(),
    ]);
    const copying = async () => {
      if (course && !(await person.courses.get(courseId))) await person.courses.add(course);
      const own = await person.lessons.where('courseId').equals(courseId).count();
      if (own === 0) await person.lessons.bulkAdd(lessons);
    };
    await person.withWatchdog(() => person.transaction('rw', [person.courses, person.lessons], copying));
  }
}
