import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { deleteAccount, exportData } from '#models/contract/account';
import { exportParticipation, getRecordCertificate } from '#models/contract/term-reports';
import { exportDataAction, makeDeleteAccount } from './account.actions.js';
import { exportParticipationAction, getRecordCertificateAction } from './participation.actions.js';

export function accountRoutes(app: FastifyInstance): void {
  route(app, exportData, exportDataAction);
  route(app, exportParticipation, exportParticipationAction);
  route(app, getRecordCertificate, getRecordCertificateAction);
  route(app, deleteAccount, makeDeleteAccount(app.rateLimits.passwords));
}
