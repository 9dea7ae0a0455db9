// An organization with a course and an admin who has webhooks, on a server whose clock can be put forward.
import { expect } from 'vitest';
import { WEBHOOK_EVENTS } from '#sync/contract/webhook.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { workOff } from '#tests/fixtures/queue.ts';
import type { StartOptions, StartServer } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

export const HOUR_MS = 3_600_000;
export const PATH = '/api/admin/webhooks';

type Row = { id: string; state: string; attempts: number; outcome: string | null; type: string; about: string | null };

export const beginOn =
  (startServer: StartServer) =>
  async (options: StartOptions = {}) => {
    let shift = 0;
    const now = () => new Date(Date.now() + shift);
    const server = await startServer({ now, ...options });
    const plant = planter(server.db);
    const organizationId = await plant.organization();
    const admin = await signedIn(server, { organizationId, isOrgAdmin: true });
    const courseId = await plant.course({ organizationId, visibility: 'organization', validMonths: 12 });
    const lessonId = await plant.lesson(courseId);
    const create = (url: string, more: object = {}) =>
      server.send('POST', PATH, { url, events: WEBHOOK_EVENTS, ...more }, admin.headers);
    const made = async (url: string, more?: object) => {
      const answer = await create(url, more);
      expect(answer.status).toBe(201);
      const { secret, webhook } = (await answer.json()) as { secret: string; webhook: { id: string } };
      return { secret, id: webhook.id };
    };
    const member = () =>
      signedIn(server, { organizationId, fullName: 'Mia', email: `${crypto.randomUUID()}@demo.example` });
    const enroll = (userId: string, more: object = {}) =>
      server.send('POST', `/api/admin/courses/${courseId}/enrollments`, { userIds: [userId], ...more }, admin.headers);
    /** A session of now: the clock may have passed the end of others. */
    const headers = async () => (await signedIn(server, { organizationId, isOrgAdmin: true })).headers;
    const messages = async (id: string) => {
      const answer = await server.request(`${PATH}/${id}/messages`, { headers: await headers() });
      return ((await answer.json()) as { messages: Row[] }).messages;
    };
    const act = async (path: string) => server.send('POST', `${PATH}/${path}`, {}, await headers());
    const deliver = () => workOff(server.deps.queue, 'webhooks');
    const pass = (ms: number) => {
      shift += ms;
    };
    return {
      server,
      now,
      plant,
      organizationId,
      admin,
      courseId,
      lessonId,
      create,
      made,
      member,
      enroll,
      messages,
      act,
      deliver,
      pass,
    };
  };
