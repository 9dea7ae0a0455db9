import { administer, type Call, type Line, ofOrganization, type World } from '../access-statuses.ts';

const asked = ({ organization }: World): Call => ({ query: `?organizationId=${organization}` });

/** Figures of learning, and the report of an organization. */
export const FIGURE_LINES: Record<string, Line> = {
  'GET /api/analytics/overview': [administer()],
  'GET /api/analytics/report': [ofOrganization(), asked],
  'GET /api/analytics/report.pdf': [ofOrganization(), asked],
  'GET /api/analytics/trends': [administer()],
  'GET /api/analytics/categories': [administer()],
  'GET /api/analytics/top-courses': [administer()],
};
