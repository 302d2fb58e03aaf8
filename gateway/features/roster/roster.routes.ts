import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { withForms } from '#gateway/plugins/forms';
import { applyRoster, getScim, planRoster } from '#models/contract/roster';
import { applyRosterAction, getScimAction, planRosterAction, readRoster } from './roster.actions.js';

function formRoutes(app: FastifyInstance): void {
  route(app, planRoster, planRosterAction, readRoster);
  route(app, applyRoster, applyRosterAction, readRoster);
}

export function rosterRoutes(app: FastifyInstance): void {
  withForms(app, formRoutes);
  route(app, getScim, getScimAction);
}
