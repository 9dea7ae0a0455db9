// All rooms mounted in one chain. `Api` is what the app's typed client sees of the server.

import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { isServerPath } from '#sync/contract/server.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { authoringRoutes } from './authoring/courses/routes.ts';
import { translationRoutes } from './authoring/courses/translation-routes.ts';
import { arrivalRoutes, uploadRoutes } from './authoring/media/routes.ts';
import { outlineRoutes } from './authoring/outline/routes.ts';
import { quizAuthoringRoutes } from './authoring/quizzes/routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { certificateRoutes } from './certificates/routes.ts';
import type { Deps, Http } from './deps.ts';
import { requireOneHost } from './http/client-ip.ts';
import { requestId, requestLog } from './http/log.ts';
import { errorResponse, notFoundHandler } from './http/responses.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { StaticApp } from './http/static-app.ts';
import { identityRoutes } from './identity/routes.ts';
import { sessionRoutes } from './identity/session-routes.ts';
import { twoStepRoutes } from './identity/two-step/two-step-routes.ts';
import { freeProviderRoutes, oidcRoutes } from './integrations/oidc/routes.ts';
import { apiTokenRoutes } from './integrations/public-api/api-token-routes.ts';
import { publicApi } from './integrations/public-api/routes.ts';
import { webhookRoutes } from './integrations/webhooks/routes.ts';
import { xapiRoutes } from './integrations/xapi/routes.ts';
import { learningRoutes } from './learning/routes.ts';
import { devMailRoutes } from './mail/routes.ts';
import { mediaRoutes, videoRoutes } from './media/routes.ts';
import { installationRoutes } from './operations/installation.ts';
import { metricsRoute, timeRequests } from './operations/metrics.ts';
import { accountRoutes } from './organizations/account-routes.ts';
import { organizationAdminRoutes } from './organizations/admin-routes.ts';
import { auditRefusals, auditRoutes, browserReportRoutes } from './organizations/audit-routes.ts';
import { crewRoutes } from './organizations/crew-routes.ts';
import { groupRoutes } from './organizations/group-routes.ts';
import { invitationAdminRoutes } from './organizations/invitation-routes.ts';
import { bulkRoutes } from './organizations/job-routes.ts';
import { personRoutes } from './organizations/person-routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { tabletRoutes } from './organizations/tablet-routes.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { dueCalendarRoutes } from './reminders/due-calendar.ts';
import { unsubscribeRoutes } from './reminders/unsubscribe.ts';
import { samplePeopleRoutes } from './sample-people/routes.ts';

/** The rooms below /api. A new room adds one line. */
const rooms = new Hono<Http>()
  .route('/', installationRoutes)
  .route('/', accountRoutes)
  .route('/', bulkRoutes)
  .route('/', personalDataRoutes)
  .route('/', sessionRoutes)
  .route('/', twoStepRoutes)
  .route('/', freeProviderRoutes)
  .route('/', organizationRoutes)
  .route('/', organizationAdminRoutes)
  .route('/', personRoutes)
  .route('/', groupRoutes)
  .route('/', crewRoutes)
  .route('/', unsubscribeRoutes)
  .route('/', dueCalendarRoutes)
  .route('/', invitationAdminRoutes)
  .route('/', tabletRoutes)
  .route('/', apiTokenRoutes)
  .route('/', webhookRoutes)
  .route('/', xapiRoutes)
  .route('/', authoringRoutes)
  .route('/', outlineRoutes)
  .route('/', auditRoutes)
  .route('/', browserReportRoutes)
  .route('/', catalogRoutes)
  .route('/', learningRoutes)
  .route('/', quizAuthoringRoutes)
  .route('/', certificateRoutes)
  .route('/', videoRoutes)
  .route('/', uploadRoutes)
  .route('/', samplePeopleRoutes)
  .route('/', translationRoutes)
  .route('/', analyticsRoutes);

/** The API as its typed client sees it: paths below /api, request bodies and responses. */
export type Api = typeof rooms;

const forAnySite = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposeHeaders: ['Link', 'Retry-After', 'X-Request-Id', 'X-Supabase-Api-Version', 'X-Total-Count'],
  maxAge: 3600,
});

/**
 * The whole server as one Hono app: API, embedded identity, and the built pages where `pages` is given.
 * It holds no state of its own; everything comes from `deps`.
 */
export function createApp(deps: Deps, pages?: StaticApp): Hono<Http> {
  const app = new Hono<Http>();
  app.use(async (c, next) => {
    c.set('deps', deps);
    await next();
    if (deps.lifecycle.isStopping) c.header('Connection', 'close');
  });
  if (deps.metrics) app.use(timeRequests);
  app.use(requestId, requestLog, securityHeaders, auditRefusals, requireOneHost);
  // For programs in pages of other sites, whose every call carries its own token; a browser sends them no cookies of ours (decision 118).
  for (const path of ['/auth/v1/*', '/api/v1/*']) app.use(path, forAnySite);
  app.get('/metrics', metricsRoute);
  app.route('/api', rooms);
  app.route('/api/v1', publicApi());
  app.route('/media', mediaRoutes);
  app.route('/media', arrivalRoutes);
  if (!deps.env.production && !deps.env.mail) app.route('/dev', devMailRoutes);
  if (deps.identity.embedded) app.route('/auth/v1', oidcRoutes).route('/auth/v1', identityRoutes);
  const notFound = notFoundHandler(app);
  app.notFound((c) => (pages && !isServerPath(c.req.path) ? pages(c) : notFound(c)));
  app.onError(errorResponse);
  return app;
}
