// The lines of the access matrix for those who translate courses.
import { type Line, ofOrganization, type World } from '../../access-statuses.ts';

const spanish = ({ course: id }: World) => ({ at: { id, language: 'es' } });

/** A course of the organization with a title in Spanish. */
async function translated(world: World) {
  const { db } = world.server;
  const units = [{ key: 'title', of: 'A', text: 'Á' }];
  const row = { courseId: world.course, language: 'es', units };
  await db.insert(db.tables.courseTranslations).values(row).onConflictDoNothing();
  return spanish(world);
}

export const TRANSLATION_LINES: Record<string, Line> = {
  'GET /api/admin/courses/:id/translations': [ofOrganization(), ({ course: id }) => ({ at: { id } })],
  'GET /api/admin/courses/:id/translations/:language': [ofOrganization(), spanish],
  'PUT /api/admin/courses/:id/translations/:language': [
    ofOrganization(),
    (world) => ({ ...spanish(world), body: { texts: [{ lessonId: null, key: 'title', of: 'A', text: 'Á' }] } }),
  ],
  'POST /api/admin/courses/:id/translations/:language/publish': [
    ofOrganization(),
    async (world) => ({ ...(await translated(world)), body: { isPublished: false } }),
  ],
  'DELETE /api/admin/courses/:id/translations/:language': [ofOrganization(), spanish],
};
