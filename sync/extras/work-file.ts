// Moves unsent work by file to another device of the same person (Y29). Entries keep their ids, so both devices may
// send them (Y9). Independent of the engine.
import type { InsertType } from 'dexie';
import { WORK_FILE_VERSION, WorkFile, WorkFileHead } from '../contract/work-file.ts';
import { ENTRY_VERSION, type Entry, isPending } from '../store/entry.ts';
import { allPending, type Draft, inState, type Replica } from '../store/replica.ts';
import { holdsWork } from './unsent-work.ts';

/** Why a file was rejected; nothing of it was imported. */
export type WorkFileProblem = 'not-a-work-file' | 'damaged' | 'newer' | 'other-person' | 'other-server';

export class WorkFileRejected extends Error {
  readonly problem: WorkFileProblem;
  /** The person whose work the file holds, when that is the problem. */
  readonly person: string;

  constructor(problem: WorkFileProblem, person = '') {
    super(problem);
    this.name = 'WorkFileRefused';
    this.problem = problem;
    this.person = person;
  }
}

export type WorkFileContext = {
  /** The address of the installation, such as `https://training.example`. */
  server: string;
  /** The person's name, for whoever finds the file. */
  name: string;
  /** ISO 8601. */
  at: string;
};

/**
 * Exports all unsent work, including blocked entries and drafts, as the text of a file; null when there is none. The
 * work stays on the device and is sent from here too. Exported entries count as sent: coalescing a later change into
 * one would give one id two contents (Y6).
 */
export async function exportWorkFile(replica: Replica, { server, name, at }: WorkFileContext): Promise<string | null> {
  const rows = await replica.transaction('rw', [replica.outbox, replica.drafts], async () => {
    const entries = await unsentOf(replica);
    await replica.outbox.bulkPut(entries.map((entry) => ({ ...entry, attempts: Math.max(1, entry.attempts) })));
    return { entries, drafts: await replica.drafts.filter(holdsWork).toArray() };
  });
  if (rows.entries.length + rows.drafts.length === 0) return null;
  const work = { entries: rows.entries.map(toFileEntry), drafts: rows.drafts };
  const file = {
    format: 'groundwork-work',
    version: WORK_FILE_VERSION,
    server,
    person: { id: replica.userId, name },
    savedAt: at,
    digest: await digestOf(work),
    work,
  };
  return JSON.stringify(file);
}

async function unsentOf(replica: Replica): Promise<Entry[]> {
  const [pending, blocked] = await Promise.all([allPending(replica).toArray(), inState(replica, 'blocked').toArray()]);
  return [...pending, ...blocked].sort((a, b) => a.seq - b.seq);
}

function toFileEntry(entry: Entry) {
  const { opId, courseId, title, createdAt, lastError, retryAt, kind, lessonId, body } = entry;
  const state = isPending(entry) ? ('queued' as const) : ('blocked' as const);
  const asked = kind === 'quiz' && entry.asked ? { asked: entry.asked } : {};
  const row = { opId, courseId, title, state, createdAt, lastError, kind, lessonId, body, ...asked };
  return state === 'blocked' && retryAt !== undefined ? { ...row, retryAt } : row;
}

/**
 * Imports a file into the person's outbox, in whole or not at all, behind the existing entries; a draft only where the
 * device has none. Blocked work stays blocked. Returns how many entries were new to this device, how many it already had, and
 * how many drafts were added. Throws WorkFileRejected.
 */
export async function importWorkFile(replica: Replica, text: string, { server }: Pick<WorkFileContext, 'server'>) {
  const { work } = await readWorkFile(text, { userId: replica.userId, server });
  return replica.transaction('rw', [replica.outbox, replica.drafts], async () => {
    const ids = work.entries.map(({ opId }) => opId);
    const known = new Set((await replica.outbox.where('opId').anyOf(ids).toArray()).map(({ opId }) => opId));
    const unknown = work.entries.filter(({ opId }) => !known.has(opId));
    await replica.outbox.bulkAdd(unknown.map(fromFileEntry));
    const drafted = new Set((await replica.drafts.filter(holdsWork).toArray()).map(({ lessonId }) => lessonId));
    const drafts = work.drafts.filter(({ lessonId }) => !drafted.has(lessonId)) as Draft[];
    await replica.drafts.bulkPut(drafts);
    return { added: unknown.length, known: work.entries.length - unknown.length, drafts: drafts.length };
  });
}

/** The other device may have sent it, so nothing may be coalesced into it. */
function fromFileEntry(row: WorkFile['work']['entries'][number]): InsertType<Entry, 'seq'> {
  const subject = row.lessonId === null ? `course:${row.courseId}` : `lesson:${row.lessonId}`;
  return { ...row, subject, attempts: 1, result: null, v: ENTRY_VERSION } as InsertType<Entry, 'seq'>;
}

async function readWorkFile(text: string, { userId, server }: { userId: string; server: string }): Promise<WorkFile> {
  const head = WorkFileHead.safeParse(jsonOf(text));
  if (!head.success) throw new WorkFileRejected('not-a-work-file');
  if (head.data.version > WORK_FILE_VERSION) throw new WorkFileRejected('newer');
  const digest = await digestOf(head.data.work);
  if (digest && head.data.digest && digest !== head.data.digest) throw new WorkFileRejected('damaged');
  const file = WorkFile.safeParse(jsonOf(text));
  if (!file.success) throw new WorkFileRejected('damaged');
  const { person } = file.data;
  if (file.data.server !== server) throw new WorkFileRejected('other-server', person.name);
  if (person.id !== userId) throw new WorkFileRejected('other-person', person.name);
  return file.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Empty where the browser makes none, at an address without https: such a file is taken unproven. */
async function digestOf(work: unknown): Promise<string> {
  if (!('subtle' in crypto)) return '';
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(work))));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
