// The routes of tablets in the access matrix.
import { randomUUID } from 'node:crypto';
import { type Line, ofOrganization, signedInTo, type World } from '../access-statuses.ts';

const tablet = async ({ server: { db }, organization: organizationId }: World) => {
  const facts = { browser: 'Firefox on Linux', words: 'firefox', version: '0.1.0', people: 1, unsent: 0 };
  const row = { id: randomUUID(), deviceId: randomUUID(), organizationId, lastContactAt: new Date(), ...facts };
  await db.insert(db.tables.tablets).values(row);
  return { id: row.id };
};

export const TABLET_LINES: Record<string, Line> = {
  'POST /api/tablets': [signedInTo(400)],
  'GET /api/admin/tablets': [ofOrganization(), ({ organization }) => ({ query: `?organizationId=${organization}` })],
  'PATCH /api/admin/tablets/:id': [
    ofOrganization(),
    async (world) => ({ at: await tablet(world), body: { name: 'Van 3' } }),
  ],
  'DELETE /api/admin/tablets/:id': [ofOrganization(), async (world) => ({ at: await tablet(world) })],
};
