// The lines of the access matrix about videos, documents, captions, pictures and the export of a course.
import { randomUUID } from 'node:crypto';
import {
  administer,
  all,
  type Call,
  forOwnPeople,
  type Line,
  ofOrganization,
  superOnly,
  type World,
} from '../../access-statuses.ts';

export const VIDEO_LINES: Record<string, Line> = {
  'POST /api/videos/signed-upload': [
    ofOrganization(),
    ({ course: courseId, lesson: lessonId }) => ({ body: { lessonId, courseId, filename: 'video.mp4' } }),
  ],
  'POST /api/videos/upload-complete': [
    ofOrganization(404),
    ({ lesson: lessonId }) => ({ body: { lessonId, filePath: 'videos/x.mp4', fileName: 'x.mp4' } }),
  ],
  'POST /api/upload-video': [administer(415)],
  'GET /api/admin/lessons-upload-status': [administer()],
  'GET /api/admin/media-usage': [administer()],
  'POST /api/admin/create-storage-bucket': [superOnly()],
  'POST /api/admin/courses/import': [administer(422), () => ({ body: 'no zip file' })],
  'POST /api/admin/courses/:id/duplicate': [ofOrganization(201), ({ course: id }) => ({ at: { id } })],
  'POST /api/admin/courses/:id/enrollments/import': [
    forOwnPeople,
    ({ course: id }) => ({ at: { id }, body: { dryRun: true, rows: [{ email: 'nobody@test.example' }] } }),
  ],
  'POST /api/admin/courses/:id/export': [ofOrganization(), ({ course: id }) => ({ at: { id } })],
  'GET /api/admin/courses/:id/export': [all(401), ({ course: id }) => ({ at: { id } })],
  'POST /api/admin/courses/:id/pictures': [ofOrganization(422), ({ course: id }) => ({ at: { id } })],
  'DELETE /api/admin/lessons/:id/video': [ofOrganization(), video],
  'POST /api/admin/lessons/:id/documents': [
    ofOrganization(404),
    ({ lesson: id }) => ({ at: { id }, body: { filePath: 'documents/x.pdf', title: 'X' } }),
  ],
  'PUT /api/admin/lessons/:id/documents/:assetId': [
    ofOrganization(),
    async (world) => ({ ...(await document(world)), body: { title: 'Y' } }),
  ],
  'DELETE /api/admin/lessons/:id/documents/:assetId': [ofOrganization(), document],
  'PUT /api/admin/lessons/:id/captions': [
    ofOrganization(),
    async (world) => ({ ...(await video(world)), body: { captions: null } }),
  ],
  // Whoever holds the token of a known upload; nobody else learns whether there is one.
  'GET /media/uploads/:id': [all(404), () => ({ at: { id: randomUUID() } })],
  'OPTIONS /media/uploads/:id': [all(204), () => ({ at: { id: randomUUID() } })],
  'PATCH /media/uploads/:id': [all(415), () => ({ at: { id: randomUUID() } })],
  'PUT /media/uploads/:id': [all(404), () => ({ at: { id: randomUUID() } })],
};

/** A lesson of the course with a document, new for each who asks. */
async function document({ course, plant, server }: World): Promise<Call> {
  const assetId = await plant.asset({ contentType: 'application/pdf' });
  const id = await plant.lesson(course, { orderIndex: 3 });
  await server.db.insert(server.db.tables.lessonDocuments).values({ lessonId: id, assetId, title: 'X', position: 1 });
  return { at: { id, assetId } };
}

/** A lesson of the course with a video of its own, new for each who asks. */
async function video({ course, plant }: World): Promise<Call> {
  return { at: { id: await plant.lesson(course, { assetId: await plant.asset(), orderIndex: 3 }) } };
}
