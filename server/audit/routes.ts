// The audit log, for super admins (Z7).
import { Hono } from 'hono';
import { AuditLogQuery } from '#sync/contract/analytics.ts';
import { acceptQuery } from '../http/accept.ts';
import { requireSuperAdmin } from '../http/admin.ts';
import type { Http } from '../http/context.ts';
import { readAuditLog } from './read-audit-log.ts';

export const auditRoutes = new Hono<Http>().get(
  '/admin/audit-log',
  requireSuperAdmin,
  acceptQuery(AuditLogQuery),
  async (c) => {
    return c.json(await readAuditLog(c.var.deps.db, c.req.valid('query')));
  },
);
