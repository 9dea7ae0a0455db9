import { eq } from 'drizzle-orm';
import { isUuid } from '#sync/contract/fields.ts';
import { picturesIn } from '#sync/contract/lesson-pictures.ts';
import { isOneOf, pick, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';

type Lesson = Pick<Tables['lessons']['$inferSelect'], 'id' | 'courseId' | 'body'>;
type Course = Pick<
  Tables['courses']['$inferSelect'],
  'id' | 'organizationId' | 'visibility' | 'isPublished' | 'deletedAt'
>;

/**
 * By the ids of lessons of one course, the addresses in their texts of pictures that its learners cannot have: which are gone, or of
 * another course that not all of them can see.
 */
export function* findLostPictures(
  { queries, tables }: TxContext,
  lessons: readonly Lesson[],
): Steps<Map<number, string[]>> {
  const named = lessons.map(({ id, body }) => ({ id, addresses: picturesIn(body) }));
  const ids = new Set(named.flatMap(({ addresses }) => addresses.map(idOf)).filter(isUuid));
  const courseId = lessons[0]?.courseId;
  if (courseId === undefined || named.every(({ addresses }) => addresses.length === 0)) return new Map();
  const { assets, courses } = tables;
  const columns = pick(courses, 'id', 'organizationId', 'visibility', 'isPublished', 'deletedAt');
  const [course] = yield* run(queries.select(columns).from(courses).where(eq(courses.id, courseId)));
  const found = yield* run(
    queries
      .select({ ...pick(assets, 'id', 'contentType'), of: columns })
      .from(assets)
      .leftJoin(courses, eq(courses.id, assets.courseId))
      .where(isOneOf(assets.id, [...ids])),
  );
  const seen = found.filter(
    ({ contentType, of }) => !contentType.startsWith('image/') || (course && isSeen(of, course)),
  );
  const seenIds = new Set(seen.map(({ id }) => id));
  const lost = named.map(({ id, addresses }) => [id, addresses.filter((one) => !seenIds.has(idOf(one)))] as const);
  return new Map(lost.filter(([, addresses]) => addresses.length > 0));
}

const idOf = (address: string) => address.slice('/media/'.length);

/** Whether everybody who sees the one course sees the other. */
function isSeen(other: Course | null, course: Course): boolean {
  if (other?.id === course.id) return true;
  if (!other?.isPublished || other.deletedAt !== null) return false;
  if (other.visibility === 'public') return true;
  const isOfOne = other.organizationId !== null && other.organizationId === course.organizationId;
  return isOfOne && other.visibility === 'organization' && course.visibility === 'organization';
}
