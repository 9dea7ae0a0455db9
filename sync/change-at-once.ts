// One change of work as one native IndexedDB transaction (Y7). Dexie asks step by step, each behind promises of its own; here
// all questions go out at once, and all writes from within the last answer: half of what a person waits for 'Saved'.
import Dexie from 'dexie';
import type { Unit } from './contract/progress.ts';
import { type Entry, upcastEntry } from './entry.ts';
import { type Ask, metaOf, type Patch, type View } from './store.ts';

const READ_MANY = 1_000;

/** As the last part of a key: greater than every number, date and string. */
const LAST: IDBValidKey = [];

/**
 * Reads what `ask` names, calls `decide` once, writes its patch, and resolves to the patch after the durable commit, its
 * appended entries carrying their seq. Otherwise nothing is written, and it rejects with what `decide` threw or with the
 * DOMException that ended the transaction.
 */
export function changeAtOnce<P extends Patch>(database: IDBDatabase, ask: Ask, decide: (view: View) => P): Promise<P> {
  return new Promise((resolve, reject) => {
    let thrown: unknown;
    const transaction = database.transaction(tablesFor(ask), 'readwrite', { durability: 'strict' });
    const giveUp = (error: unknown) => {
      thrown = error;
      transaction.abort();
    };
    transaction.onerror = (event) => {
      // It is told to whoever waits; left unhandled, Firefox would report it to the page as well.
      event.preventDefault();
      const { error } = event.target as IDBRequest;
      // The rest of a transaction that is ending anyway.
      if (error?.name !== 'AbortError') giveUp(error);
    };
    transaction.onabort = () => reject(transaction.error ?? thrown ?? new DOMException(ENDED, 'AbortError'));
    askAll(transaction, ask, (view) => {
      try {
        const patch = decide(view());
        const seqs = write(transaction, patch);
        transaction.oncomplete = () => resolve({ ...patch, entries: withSeqs(patch.entries ?? [], seqs) });
      } catch (error) {
        giveUp(error);
      }
    });
  });
}

/** The browser gives no reason when it drops the connection. */
const ENDED = 'The browser ended the transaction.';

function tablesFor({ title, ratings }: Ask): string[] {
  const content = title ? [title.lessonId === null ? 'courses' : 'lessons'] : [];
  return [
    ...new Set(['outbox', 'units', 'drafts', 'quizResults', 'meta', ...content, ...(ratings ? ['courses'] : [])]),
  ];
}

/** Requests of one transaction are answered in their order, so that the last answer alone is listened to. */
function askAll(transaction: IDBTransaction, ask: Ask, answered: (view: () => View) => void): void {
  const { seqs = [], subjects = [], states = [], limit = READ_MANY, resets, lessons = [] } = ask;
  const outbox = transaction.objectStore('outbox');
  const keys = Dexie.dependencies.IDBKeyRange;
  const within = (index: string, from: IDBValidKey, to: IDBValidKey, most = Infinity): IDBRequest<Entry[]> =>
    outbox.index(index).getAll(keys.bound(from, to), ...(Number.isFinite(most) ? [most] : []));

  const title = ask.title && readTitle(transaction, ask.title);
  const units = getMany<Unit>(transaction.objectStore('units'), lessons);
  const rows = getMany<Entry>(outbox, seqs);
  const ranges = [
    ...subjects.map((subject) => within('[subject+state]', [subject, 'queued'], [subject, 'sending'])),
    ...states.map((state) => within('[state+seq]', [state], [state, LAST], limit)),
    ...(resets ? [within('[state+body.seenRev]', ['queued'], ['sending', LAST])] : []),
  ];
  const meta: IDBRequest<{ key: string; value: unknown }[]> = transaction.objectStore('meta').getAll();
  const view = (): View => {
    const found = [...rows(), ...ranges.flatMap(({ result }) => result)];
    const entries = new Map(found.map((row) => [row.seq, upcastEntry(row)]));
    const shown = title?.();
    return {
      entries: [...entries.values()].sort((a, b) => a.seq - b.seq),
      units: new Map(units().map((unit) => [unit.lessonId, unit])),
      meta: metaOf(meta.result),
      ...(shown !== undefined && { title: shown }),
    };
  };
  meta.onsuccess = () => answered(view);
}

/** The rows with these keys, to be asked for after the answer. A batch's keys lie close together: one range is read at once. */
function getMany<T>(store: IDBObjectStore, keys: number[]): () => T[] {
  const wanted = new Set(keys);
  const [first, last] = [Math.min(...wanted), Math.max(...wanted)];
  if (wanted.size > 1 && last - first < 2 * wanted.size) {
    const range: IDBRequest<T[]> = store.getAll(Dexie.dependencies.IDBKeyRange.bound(first, last));
    return () => range.result.filter((row) => wanted.has((row as never)[store.keyPath as never]));
  }
  const each = [...wanted].map((key): IDBRequest<T | undefined> => store.get(key));
  return () => each.flatMap(({ result }) => result ?? []);
}

/** Work is worth more than its title: a content table that cannot be read must not cost the tap. */
function readTitle(
  transaction: IDBTransaction,
  { courseId, lessonId }: NonNullable<Ask['title']>,
): () => string | undefined {
  const [store, key] = lessonId === null ? (['courses', courseId] as const) : (['lessons', lessonId] as const);
  const reading: IDBRequest<{ title: string } | undefined> = transaction.objectStore(store).get(key);
  let isRead = true;
  reading.onerror = (event) => {
    isRead = false;
    // Unhandled, it would end the transaction.
    event.preventDefault();
    event.stopPropagation();
  };
  return () => (isRead ? reading.result?.title : undefined);
}

/** Asks for every write, and waits for none: the first that fails ends the transaction. Answers the seqs to come. */
function write(transaction: IDBTransaction, patch: Patch): IDBRequest<IDBValidKey>[] {
  const store = (name: string) => transaction.objectStore(name);
  const { entries = [], forgottenEntries = [], units = [], quizResults = [], ratings = [], draftsDone = [] } = patch;
  const seqs: IDBRequest<IDBValidKey>[] = [];
  for (const entry of entries) {
    const { seq, ...row } = entry;
    if (seq === 0) seqs.push(store('outbox').add(row));
    else store('outbox').put(entry);
  }
  for (const seq of forgottenEntries) store('outbox').delete(seq);
  if (patch.forgetUnits) store('units').clear();
  for (const unit of units) store('units').put(unit);
  for (const result of quizResults) store('quizResults').put(result);
  for (const rating of ratings) writeRating(store('courses'), rating);
  for (const lessonId of draftsDone) store('drafts').delete(lessonId);
  for (const [key, value] of Object.entries(patch.meta ?? {})) store('meta').put({ key, value });
  return seqs;
}

/** Where the course is on the device; its lists are left to the next pull. */
function writeRating(courses: IDBObjectStore, { courseId, stars }: { courseId: number; stars: number }): void {
  const reading = courses.get(courseId);
  reading.onsuccess = () => reading.result && courses.put({ ...reading.result, ownStars: stars });
}

function withSeqs(entries: Entry[], seqs: IDBRequest<IDBValidKey>[]): Entry[] {
  let next = 0;
  return entries.map((entry) => (entry.seq > 0 ? entry : { ...entry, seq: Number(seqs[next++]?.result) }));
}
