// What people do, written for a learning record store in the unit of work in which they do it (decision 281).
import { createHash } from 'node:crypto';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { StatementType } from '#sync/contract/statement.ts';
import type { WebhookEvent } from '#sync/contract/webhook.ts';
import { boolean, type Db, inBatches, run, type Steps, type TxContext } from './db/client.ts';
import { prepared } from './db/prepared.ts';
import type { Tables } from './db/schema.ts';

/** What one person did. `key` tells it from everything else of this kind that they do in the course. */
interface Deed {
  userId: string;
  key: string | number;
  /** The present one when it is left out. */
  round?: number | undefined;
  data?: object;
}

interface Recorded {
  type: StatementType;
  courseId: number;
  /** When it was done, on the device that it was done on. */
  doneAt: Date;
  now: Date;
  people: readonly Deed[];
}

/** What is told to webhooks alone: no statement of xAPI says it. */
const NOT_RECORDED = ['course.overdue', 'course.due_date_changed', 'certificate.extended'] as const;
type NotRecorded = (typeof NOT_RECORDED)[number];
export const isRecorded = (event: WebhookEvent): event is Exclude<WebhookEvent, NotRecorded> =>
  !NOT_RECORDED.some((one) => one === event);

/** Its row in `meta` says that there is a store, also to other processes and to commands at the machine. */
const STORE_KEY = 'record_store';

/** Remembers whether there is a store to write statements for. */
export async function rememberStore({ queries, tables: { meta } }: Db, isSet: boolean): Promise<void> {
  if (isSet) await queries.insert(meta).values({ key: STORE_KEY, value: 'on' }).onConflictDoNothing();
  else await queries.delete(meta).where(eq(meta.key, STORE_KEY));
}

const findStore = prepared()(({ queries, tables: { meta } }) =>
  queries.select({ value: meta.value }).from(meta).where(eq(meta.key, STORE_KEY)),
);

/** A unit that may have read already whether there is a store. */
export interface RecordingTx extends TxContext {
  hasStore?: boolean | undefined;
}

/** Whether there is a store, as a column of any query. */
export const storeIsSet = ({ meta }: Tables): SQL<boolean> =>
  boolean(sql`exists (select 1 from ${meta} store where store.key = ${STORE_KEY})`);

/** Writes a statement for each of these people where there is a store; one that was written before is not written again. */
export function* record(tx: RecordingTx, { type, courseId, doneAt, now, people }: Recorded): Steps<void> {
  if (!(tx.hasStore ?? (yield* run(findStore(tx, {}))).length > 0)) return;
  const { xapiStatements, courseProgress, courses } = tx.tables;
  const [course] = yield* run(tx.select({ title: courses.title }).from(courses).where(eq(courses.id, courseId)));
  for (const part of inBatches(people)) {
    const ids = part.map(({ userId }) => userId);
    const enrolled = yield* run(
      tx
        .select({ userId: courseProgress.userId, round: courseProgress.round })
        .from(courseProgress)
        .where(and(eq(courseProgress.courseId, courseId), inArray(courseProgress.userId, ids))),
    );
    const rounds = new Map(enrolled.map(({ userId, round }) => [userId, round]));
    const rows = part.map(({ userId, key, round = rounds.get(userId) ?? 1, data }) => ({
      ...{ statementId: uuidOf(`${type}/${userId}/${courseId}/${key}`), userId, type, doneAt },
      data: {
        ...{ courseId, courseTitle: course?.title ?? '', round, ...data },
        // By its serial, which is the key of both.
        ...(type === 'certificate.revoked' && { voids: uuidOf(`course.certified/${userId}/${courseId}/${key}`) }),
      },
      ...{ createdAt: now, nextTryAt: now },
    }));
    yield* run(tx.insert(xapiStatements).values(rows).onConflictDoNothing());
  }
}

/** The namespace of our ids; any fixed uuid would do. */
const NAMESPACE = Buffer.from('5b1d0f6ac2f24c7e9a4e3d8b7710c2f1', 'hex');

/** The uuid of a name, always the same: version 5 of RFC 9562. */
export function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
