import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getBans, unban } from '#models/contract/bans';
import { answerDemotion, askDemotion, demoteAdmin, getDemotions } from '#models/contract/demotions';
import { getAllMembers, removeMember, stepDown, updateMemberRole } from '#models/contract/member-list';
import { checkAdmin, checkMembership, leaveSociety } from '#models/contract/members';
import { hideOnRoster } from '#models/contract/naming';
import { getRoleHistory, getRoleTerm, setRoleTerm } from '#models/contract/role-terms';
import { demoteAdminAction } from './demote.actions.js';
import { answerDemotionAction, askDemotionAction, getDemotionsAction } from './demotions.actions.js';
import { hideOnRosterAction } from './hiding.actions.js';
import { checkAdminAction, checkMembershipAction, getAllMembersAction } from './members.actions.js';
import { getBansAction, removeMemberAction, unbanAction } from './removal.actions.js';
import { getRoleHistoryAction, getRoleTermAction, setRoleTermAction } from './role-terms.actions.js';
import { leaveSocietyAction, stepDownAction, updateMemberRoleAction } from './roles.actions.js';

export function membersRoutes(app: FastifyInstance): void {
  route(app, checkMembership, checkMembershipAction);
  route(app, checkAdmin, checkAdminAction);
  route(app, getAllMembers, getAllMembersAction);
  route(app, updateMemberRole, updateMemberRoleAction);
  route(app, setRoleTerm, setRoleTermAction);
  route(app, getRoleTerm, getRoleTermAction);
  route(app, getRoleHistory, getRoleHistoryAction);
  route(app, stepDown, stepDownAction);
  route(app, hideOnRoster, hideOnRosterAction);
  route(app, leaveSociety, leaveSocietyAction);
  route(app, removeMember, removeMemberAction);
  route(app, unban, unbanAction);
  route(app, getBans, getBansAction);
  route(app, askDemotion, askDemotionAction);
  route(app, answerDemotion, answerDemotionAction);
  route(app, getDemotions, getDemotionsAction);
  route(app, demoteAdmin, demoteAdminAction);
}
