import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { exportAudit, getAuditEntries, getSocietyHistory } from '#models/contract/audit';
import { exportAuditAction, getAuditEntriesAction, getSocietyHistoryAction } from './audit.actions.js';

export function auditRoutes(app: FastifyInstance): void {
  route(app, getAuditEntries, getAuditEntriesAction);
  route(app, exportAudit, exportAuditAction);
  route(app, getSocietyHistory, getSocietyHistoryAction);
}
