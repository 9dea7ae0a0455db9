// The lines of the access matrix for groups, for what is due, for views, and for sending an invitation again.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { newSerial } from '#server/certificates/issue.ts';
import { createInvitation } from '#tests/fixtures/plant.ts';
import {
  all,
  forOwnPeople,
  type Line,
  ofGroup,
  ofOrganization,
  signedInTo,
  superOnly,
  type World,
} from '../access-statuses.ts';

const member = ({ plant, organization }: World) => plant.person({ organizationId: organization });
const certificateOf = async ({ server: { db }, course: courseId }: World, userId: string) => {
  const serial = newSerial();
  const { certificates } = db.tables;
  await db.insert(certificates).values({ userId, courseId, serial, learnerName: 'Maren', courseTitle: 'Field work' });
  return serial;
};
const groupOf = ({ organization: id, group: groupId }: World) => ({ id, groupId });
const inGroup = async (world: World) => {
  const userId = await member(world);
  await world.plant.inGroup(world.group, userId);
  return { ...groupOf(world), userId };
};

/** Someone of the organization without an address. */
const withoutAddress = async ({ server: { db }, plant, organization }: World) => {
  const userId = await plant.person({ organizationId: organization });
  await db
    .update(db.tables.profiles)
    .set({ email: `lea.${userId.slice(0, 8)}` })
    .where(eq(db.tables.profiles.id, userId));
  return { id: organization, userId };
};

const CREW_LINES: Record<string, Line> = {
  'POST /api/auth/card': [all(404), () => ({ body: { code: 'KR7M 4TQX', attempt: randomUUID() } })],
  'POST /api/auth/sign-in-name': [all(200), () => ({ body: { organization: 'ours', name: 'lea.l' } })],
  'POST /api/enterprise/admin/organizations/:id/people': [
    ofOrganization(),
    ({ organization: id }) => ({ at: { id }, body: { dryRun: false, rows: [{ name: `Lea ${randomUUID()}` }] } }),
  ],
  'POST /api/enterprise/admin/organizations/:id/cards': [
    ofOrganization(),
    async (world) => {
      const { id, userId } = await withoutAddress(world);
      return { at: { id }, body: { userIds: [userId] } };
    },
  ],
  'DELETE /api/enterprise/admin/organizations/:id/cards/:userId': [
    ofOrganization(),
    async (world) => ({ at: await withoutAddress(world) }),
  ],
};

export const GROUP_LINES: Record<string, Line> = {
  ...CREW_LINES,
  'POST /api/enterprise/admin/organizations/:id/invitations/:invitationId/mail': [
    ofOrganization(),
    async ({ server: { db }, plant, organization: id }) => {
      const email = `${randomUUID()}@test.example`;
      const createdBy = await plant.person({ isSuperAdmin: true });
      const made = await createInvitation(db, { organizationId: id, createdBy, email, maxUses: 1 });
      return { at: { id, invitationId: made.id } };
    },
  ],
  'GET /api/enterprise/admin/organizations/:id/groups': [
    ofOrganization(),
    (world) => ({ at: { id: world.organization } }),
  ],
  'POST /api/enterprise/admin/organizations/:id/groups': [
    ofOrganization(201),
    (world) => ({ at: { id: world.organization }, body: { name: `Crew ${randomUUID()}` } }),
  ],
  'PUT /api/enterprise/admin/organizations/:id/groups/:groupId': [
    ofOrganization(),
    (world) => ({ at: groupOf(world), body: { name: `Crew ${randomUUID()}` } }),
  ],
  'DELETE /api/enterprise/admin/organizations/:id/groups/:groupId': [
    ofOrganization(),
    async (world) => ({ at: { id: world.organization, groupId: await world.plant.group(world.organization) } }),
  ],
  'PUT /api/enterprise/admin/organizations/:id/groups/:groupId/people/:userId': [
    ofOrganization(),
    async (world) => ({ at: await inGroup(world), body: { isLead: true } }),
  ],
  'GET /api/admin/groups': [superOnly()],
  'GET /api/groups': [signedInTo(200)],
  'POST /api/groups/:groupId/remind': [
    ofGroup,
    async (world) => {
      const { groupId, userId } = await inGroup(world);
      return { at: { groupId }, body: { userIds: [userId] } };
    },
  ],
  'GET /api/groups/:groupId/people': [ofGroup, (world) => ({ at: groupOf(world) })],
  'GET /api/groups/:groupId/people/:userId': [ofGroup, async (world) => ({ at: await inGroup(world) })],
  'GET /api/groups/:groupId/people/:userId/courses/:courseId': [
    ofGroup,
    async (world) => {
      const at = await inGroup(world);
      await world.plant.assign(at.userId, world.course);
      return { at: { ...at, courseId: world.course } };
    },
  ],
};

export const DUE_LINES: Record<string, Line> = {
  'POST /api/admin/certificates/:serial': [
    ofOrganization(),
    async (world) => ({
      at: { serial: await certificateOf(world, await member(world)) },
      body: { act: 'revoke', reason: 'Issued by mistake' },
    }),
  ],
  'POST /api/admin/courses/:id/renewals': [
    // Of a public course other admins are told that it is not their person.
    [401, 403, 200, 400, 200],
    async (world) => {
      const { course: courseId, server } = world;
      const userId = await member(world);
      await server.db.insert(server.db.tables.courseProgress).values({ userId, courseId, completedAt: new Date() });
      return { at: { id: courseId }, body: { userId } };
    },
  ],
  'POST /api/admin/courses/:id/enroll-everyone': [
    ofOrganization(),
    ({ course: id, organization: organizationId }) => ({ at: { id }, body: { organizationId, andLater: true } }),
  ],
  'GET /api/admin/courses/:id/auto-enrollments': [forOwnPeople, ({ course: id }) => ({ at: { id } })],
  'PUT /api/admin/courses/:id/auto-enrollments': [
    ofOrganization(),
    async ({ course: id, organization: organizationId, server: { db } }) => {
      await db.insert(db.tables.autoEnrollments).values({ organizationId, courseId: id }).onConflictDoNothing();
      return { at: { id }, body: { organizationId, dueInDays: 9 } };
    },
  ],
  'DELETE /api/admin/courses/:id/auto-enrollments/:organizationId': [
    ofOrganization(),
    ({ course: id, organization: organizationId }) => ({ at: { id, organizationId } }),
  ],
  'DELETE /api/admin/courses/:id/auto-enrollments/:organizationId/groups/:groupId': [
    ofOrganization(),
    ({ course: id, organization: organizationId, group: groupId }) => ({ at: { id, organizationId, groupId } }),
  ],
  'POST /api/enterprise/admin/organizations/:id/remind': [
    ofOrganization(),
    async (world) => ({ at: { id: world.organization }, body: { userIds: [await member(world)] } }),
  ],
  'GET /api/enterprise/admin/organizations/:id/auto-reminders': [
    ofOrganization(),
    ({ organization: id }) => ({ at: { id }, query: '?before=7,1' }),
  ],
  'PUT /api/enterprise/admin/organizations/:id/auto-reminders': [
    ofOrganization(),
    ({ organization: id }) => ({
      at: { id },
      body: { before: [7], after: [], certificates: [], isRequired: false, groupId: null },
    }),
  ],
  'POST /api/admin/people/:userId/merge': [
    ofOrganization(),
    async (world) => ({ at: { userId: await member(world) }, body: { intoId: await member(world) } }),
  ],
  // Whoever has the link of a mail; this one is forged.
  'GET /api/reminders/stop/:token': [all(404), () => ({ at: { token: 'nonsense' } })],
  'POST /api/reminders/stop/:token': [all(404), () => ({ at: { token: 'nonsense' } })],
  'GET /api/account/calendar': [signedInTo(200)],
  'GET /api/calendar/:token/due-dates.ics': [all(404), () => ({ at: { token: 'nonsense' } })],
  'POST /api/reminders/stop/:token/undo': [all(404), () => ({ at: { token: 'nonsense' } })],
};

const job = async ({ server, organization }: World) => {
  const { bulkJobs } = server.db.tables;
  const row = {
    organizationId: organization,
    act: { kind: 'remind' as const },
    title: 'Remind',
    state: 'done' as const,
  };
  const made = { ...row, total: 0, handled: 0, changed: 0, createdAt: new Date() };
  const [{ id } = { id: '' }] = await server.db.insert(bulkJobs).values(made).returning({ id: bulkJobs.id });
  return { id: organization, jobId: id };
};

export const JOB_LINES: Record<string, Line> = {
  'GET /api/enterprise/admin/organizations/:id/bulk-jobs': [
    ofOrganization(),
    (world) => ({ at: { id: world.organization } }),
  ],
  'POST /api/enterprise/admin/organizations/:id/bulk-jobs': [
    ofOrganization(201),
    async (world) => ({
      at: { id: world.organization },
      body: { act: { kind: 'add-to-group', groupId: world.group }, ids: [await member(world)] },
    }),
  ],
  'GET /api/enterprise/admin/organizations/:id/bulk-jobs/:jobId/rows': [
    ofOrganization(),
    async (world) => ({ at: await job(world) }),
  ],
  'POST /api/enterprise/admin/organizations/:id/bulk-jobs/:jobId/cancel': [
    ofOrganization(),
    async (world) => ({ at: await job(world) }),
  ],
};
