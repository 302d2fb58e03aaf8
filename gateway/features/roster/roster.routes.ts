import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { withForms } from '#gateway/plugins/forms';
import { applyRoster, planRoster } from '#models/contract/roster';
import { applyRosterAction, planRosterAction, readRoster } from './roster.actions.js';

export function rosterRoutes(app: FastifyInstance): void {
  withForms(app, (scope) => {
    route(scope, planRoster, planRosterAction, readRoster);
    route(scope, applyRoster, applyRosterAction, readRoster);
  });
}
