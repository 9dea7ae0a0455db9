// The lines of the access matrix for webhooks and the learning record store.
import { randomUUID } from 'node:crypto';
import { type Line, ofOrganization, superOnly, type World } from '../access-statuses.ts';

const WANTED = { url: 'https://hooks.invalid/groundwork', events: ['course.completed' as const] };
const webhook = async ({ server: { db }, organization: organizationId }: World) => {
  const id = randomUUID();
  const row = { id, organizationId, ...WANTED, secret: 'whsec_c2VjcmV0', isActive: false, createdAt: new Date() };
  await db.insert(db.tables.webhooks).values(row);
  return { id };
};
const message = async (world: World) => {
  const { id: webhookId } = await webhook(world);
  const { db } = world.server;
  const row = { id: randomUUID(), webhookId, eventKey: 'one', type: 'webhook.test', data: {}, createdAt: new Date() };
  await db.insert(db.tables.webhookMessages).values(row);
  return { id: webhookId, messageId: row.id };
};

const statement = async ({ server: { db }, plant }: World) => {
  const id = randomUUID();
  const row = { statementId: id, userId: await plant.person(), type: 'course.completed' as const, doneAt: new Date() };
  const data = { courseId: 1, courseTitle: 'Field work', round: 1 };
  await db.insert(db.tables.xapiStatements).values({ ...row, data, createdAt: new Date() });
  return { id };
};

export const WEBHOOK_LINES: Record<string, Line> = {
  'GET /api/admin/statements': [superOnly()],
  'POST /api/admin/statements/:id/resend': [superOnly(), async (world) => ({ at: await statement(world) })],
  'GET /api/admin/webhooks': [ofOrganization(), ({ organization }) => ({ query: `?organizationId=${organization}` })],
  'POST /api/admin/webhooks': [
    ofOrganization(201),
    async ({ server: { db }, organization: organizationId }) => {
      await db.delete(db.tables.webhooks);
      return { body: { ...WANTED, organizationId } };
    },
  ],
  'PATCH /api/admin/webhooks/:id': [
    ofOrganization(),
    async (world) => ({ at: await webhook(world), body: { isActive: false } }),
  ],
  'DELETE /api/admin/webhooks/:id': [ofOrganization(), async (world) => ({ at: await webhook(world) })],
  'POST /api/admin/webhooks/:id/rotate-secret': [ofOrganization(), async (world) => ({ at: await webhook(world) })],
  'POST /api/admin/webhooks/:id/test': [ofOrganization(), async (world) => ({ at: await webhook(world) })],
  'GET /api/admin/webhooks/:id/messages': [ofOrganization(), async (world) => ({ at: await webhook(world) })],
  'POST /api/admin/webhooks/:id/messages/:messageId/resend': [
    ofOrganization(),
    async (world) => ({ at: await message(world) }),
  ],
};
